// A write behind an allocation is stopped before it happens; the error stays until the device is reset.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// prints: cudaSuccess
#include <cstdio>

__global__ void fill(int* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 1;  // finds: out-of-bounds
}

int main() {
  int* data;
  cudaMalloc(&data, 100 * sizeof(int));
  fill<<<4, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&data, 4)));
  cudaDeviceReset();
  cudaMalloc(&data, 128 * sizeof(int));
  fill<<<4, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
