// An index that is read before it has been written leads out of bounds: that read is reported, too.
// prints: cudaErrorIllegalAddress
#include <cstdio>

__global__ void count_as_the_neighbour(const int* data, int* bins) {
  __shared__ int own[64];
  own[threadIdx.x] = data[threadIdx.x] % 16;
  const int bin = own[(threadIdx.x + 32) % 64];  // finds: uninitialised-read
  atomicAdd(&bins[bin], 1);  // finds: out-of-bounds
}

int main() {
  int *data, *bins;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&bins, 16 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaMemset(bins, 0, 16 * sizeof(int));
  count_as_the_neighbour<<<1, 64>>>(data, bins);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
