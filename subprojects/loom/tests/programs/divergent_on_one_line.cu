// Two barriers on one line are two: half of the block waits at either.
// prints: cudaSuccess
// once: threads of one block wait at different barriers
#include <cstdio>

#define WAIT_EITHER_WAY(which) if (which) __syncthreads(); else __syncthreads()

__global__ void half(int* data) {
  WAIT_EITHER_WAY(threadIdx.x < 16);  // finds: divergent-barrier
  data[threadIdx.x] = 1;
}

// Here all of them meet at each in turn, and there is nothing to find.
__global__ void all(int* data) {
  __syncthreads(); if (gridDim.x == 1) { __syncthreads(); } else { __syncthreads(); }
  for (int i = 0; i < 3; ++i) { data[threadIdx.x] = i; __syncthreads(); data[(threadIdx.x + 1) % 32] = i; __syncthreads(); }
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  half<<<1, 32>>>(data);
  all<<<1, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(data);
}
