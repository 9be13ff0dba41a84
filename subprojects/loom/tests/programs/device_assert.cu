// A failed assertion in device code.
// prints: cudaErrorAssert
// prints: cudaErrorAssert
// complains: device_assert.cu:10: void positive(int): block: [0,0,0], thread: [0,0,0] Assertion `n > 0` failed.
#include <cassert>
#include <cstdio>

__global__ void positive(int n) {

  assert(n > 0);
}

int main() {
  positive<<<1, 1>>>(1);
  positive<<<1, 1>>>(-1);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
