// Tangled from chapters/02-device-properties.md. Edit there. [sha1 a31a0cf1b0d7e3307af3fd0a900559164c994b02]
#include <cstdio>
#include <cstdlib>

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

__device__ int depth(int n) {
  volatile int pad[32];
  pad[n % 32] = n;
  return n == 0 ? 0 : 1 + depth(n - 1) + pad[n % 32] - n;
}

__global__ void recurse(int n, int* result) { *result = depth(n); }

int main() {
  int* result = nullptr;
  check(cudaMalloc(&result, sizeof(int)));
  recurse<<<1, 1>>>(10'000, result);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  check(cudaFree(result));
}
