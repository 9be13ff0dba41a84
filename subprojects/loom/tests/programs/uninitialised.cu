// Reads of memory that nobody has written, global and shared. The kernel goes on.
// prints: cudaSuccess
// prints: cudaSuccess
#include <cstdio>

__global__ void add_one(int* data) {
  data[threadIdx.x] += 1;  // finds: uninitialised-read
}

__global__ void sum(int* out) {
  __shared__ int tile[32];
  if (threadIdx.x % 2 == 0) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // finds: uninitialised-read
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  add_one<<<1, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  sum<<<1, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
