// Beyond a variable of the device.
// prints: cudaErrorIllegalAddress
#include <cstdio>

__device__ int table[8];

__global__ void fill(int n) {
  table[n] = 1;  // finds: out-of-bounds
}

int main() {
  fill<<<1, 1>>>(8);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
