// Volatile numbers that a counter tells of, with no fence between: the last block may read what was there before.
// prints: 28
#include <cstdio>

__device__ unsigned count;

__global__ void sum(volatile int* parts, int* total) {
  parts[blockIdx.x] = static_cast<int>(blockIdx.x);  // finds: race
  if (atomicAdd(&count, 1) != gridDim.x - 1) return;
  int all = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) all += parts[i];  // finds: race
  *total = all;
}

int main() {
  int *parts, *total, result;
  cudaMalloc(&parts, 8 * sizeof *parts);
  cudaMalloc(&total, sizeof *total);
  sum<<<8, 1>>>(parts, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(parts);
  cudaFree(total);
}
