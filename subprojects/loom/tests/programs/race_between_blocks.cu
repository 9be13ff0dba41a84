// Two blocks write one element, and nothing orders them.
// prints: cudaSuccess
#include <cstdio>

__global__ void sum(int* total) {
  if (threadIdx.x == 0) *total += 1;  // finds: race
}

int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  sum<<<4, 32>>>(total);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
