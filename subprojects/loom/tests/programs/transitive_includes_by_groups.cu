// What is there where a program has included cooperative groups alone.
// prints: 32 threads told, within 2147483647
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void count(int* told) {
  assert(blockDim.x == 32);
  atomicAdd(told, static_cast<int>(cg::this_thread_block().size()) / 32);
}

int main() {
  int* told;
  cudaMallocManaged(&told, sizeof(int));
  *told = 0;
  count<<<1, 32>>>(told);
  cudaDeviceSynchronize();
  const std::string words = std::to_string(*told) + " threads told";
  const cudaDataType_t type = CUDA_R_32F;
  try {
    if (words.size() > 3 && type == CUDA_R_32F) throw std::runtime_error(words);
  } catch (const std::exception& error) {
    std::printf("%s, within %d\n", error.what(), INT_MAX);
  }
  cudaFree(told);
}
