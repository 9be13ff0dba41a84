// Half of the block waits where the other half never comes.
// prints: cudaSuccess
#include <cstdio>

__global__ void half(int* data) {
  if (threadIdx.x < 16) {
    __syncthreads();  // finds: divergent-barrier
    data[threadIdx.x] = 1;
  } else {
    __syncthreads();
    data[threadIdx.x] = 2;
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  half<<<1, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
