// A null pointer in a kernel.
// prints: cudaErrorIllegalAddress
#include <cstdio>

__global__ void store(int* at) {
  *at = 1;  // finds: out-of-bounds
}

int main() {
  store<<<1, 1>>>(nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
