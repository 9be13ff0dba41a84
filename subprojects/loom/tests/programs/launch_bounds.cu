// A kernel with launch bounds takes no more threads per block than they allow.
// prints: largest: 128 64 256 1024
// prints: 128: ran, 129: refused
// prints: by pointer: refused
// prints: 64 of small: ran, 65: refused
// prints: 256 of both<2>: ran
// prints: suggested for small: 64
#include <cstdio>

__global__ void __launch_bounds__(128, 2) first(int* at) { *at = 1; }
__launch_bounds__(2 * 32) __global__ void small(int* at);
__launch_bounds__(2 * 32) __global__ void small(int* at) { *at = 1; }
template <int n>
__global__ void __launch_bounds__(n * 128) both(int* at) {
  *at = n;
}
__global__ void unbounded(int* at) { *at = 1; }

const char* outcome() { return cudaGetLastError() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess ? "ran" : "refused"; }

template <class Function>
int largest(Function function) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, function);
  return attributes.maxThreadsPerBlock;
}

int main() {
  int* at;
  cudaMallocManaged(&at, sizeof(int));
  std::printf("largest: %d %d %d %d\n", largest(first), largest(small), largest(both<2>), largest(unbounded));
  first<<<1, 128>>>(at);
  std::printf("128: %s, ", outcome());
  first<<<1, 129>>>(at);
  std::printf("129: %s\n", outcome());
  void* arguments[] = {&at};
  cudaLaunchKernel(first, 1, 129, arguments, 0, nullptr);
  std::printf("by pointer: %s\n", outcome());
  small<<<1, 64>>>(at);
  std::printf("64 of small: %s, ", outcome());
  small<<<1, 65>>>(at);
  std::printf("65: %s\n", outcome());
  both<1><<<1, 128>>>(at);
  both<2><<<1, 256>>>(at);
  std::printf("256 of both<2>: %s\n", outcome());
  int blocks, threads;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, small);
  std::printf("suggested for small: %d\n", threads);
  cudaFree(at);
}
