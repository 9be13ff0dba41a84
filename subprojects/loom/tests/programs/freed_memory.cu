// Memory that has been freed.
// prints: cudaErrorIllegalAddress
#include <cstdio>

__global__ void store(int* at) {
  at[threadIdx.x] = 1;  // finds: out-of-bounds
}

int main() {
  int* at;
  cudaMalloc(&at, 32 * sizeof(int));
  cudaFree(at);
  store<<<1, 32>>>(at);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
