// Host memory is not device memory.
// prints: cudaErrorIllegalAddress
#include <cstdio>
#include <vector>

__global__ void store(int* at) {
  at[threadIdx.x] = 1;  // finds: out-of-bounds
}

int main() {
  std::vector<int> host(32);
  store<<<1, 32>>>(host.data());
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
