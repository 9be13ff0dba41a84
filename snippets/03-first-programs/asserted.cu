// Tangled from chapters/03-first-programs.md. Edit there. [sha1 585b001c6feeba641e6147329e3d391543b03400]
#include <cassert>
#include <cstdio>

__global__ void logarithms(float* values) {
  assert(values[threadIdx.x] > 0);
  values[threadIdx.x] = logf(values[threadIdx.x]);
}

int main() {
  float* values = nullptr;
  if (cudaMallocManaged(&values, 3 * sizeof(float)) != cudaSuccess) return 2;
  values[0] = 1;
  values[1] = 0;
  values[2] = 2;
  logarithms<<<1, 3>>>(values);
  const cudaError_t waiting = cudaDeviceSynchronize();
  const cudaError_t later = cudaFree(values);
  std::printf("the wait returns %s, a later call %s\n", cudaGetErrorName(waiting), cudaGetErrorName(later));
  return waiting == cudaSuccess ? 0 : 1;
}
