// Each thread reads its neighbour's element while the neighbour may already be writing it.
// prints: cudaSuccess
#include <cstdio>

__global__ void rotate(int* data) {
  __shared__ int tile[64];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  const int neighbour = tile[(threadIdx.x + 1) % 64];
  tile[threadIdx.x] = neighbour;  // finds: race
  __syncthreads();
  data[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  rotate<<<1, 64>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
