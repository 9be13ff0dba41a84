// A division by zero and an overflowing stack, in a program whose host code brings string functions that are watched.
// prints: divided: unspecified launch failure
// prints: recursed: an illegal memory access was encountered
// complains: divides an integer by zero
// complains: ran out of its 64 KiB of stack
#include <cstdio>
#include <string>

__global__ void divide(int* values, int by) { values[threadIdx.x] /= by - static_cast<int>(threadIdx.x); }

__device__ int depth(volatile int* values, int n) {
  volatile int here[256];
  here[n % 256] = values[0];
  return n == 0 ? here[0] : depth(values, n - 1) + here[n % 256];
}
__global__ void recurse(int* values) { values[0] = depth(values, 100000); }

std::string told(const char* what) {
  std::string line = cudaGetErrorString(cudaDeviceSynchronize());
  return line.insert(0, std::string(what) + ": ");
}

int main() {
  int* values = nullptr;
  cudaMalloc(&values, 4 * sizeof(int));
  cudaMemset(values, 0, 4 * sizeof(int));
  divide<<<1, 4>>>(values, 2);
  std::puts(told("divided").c_str());
  cudaDeviceReset();
  cudaMalloc(&values, 4 * sizeof(int));
  cudaMemset(values, 0, 4 * sizeof(int));
  recurse<<<1, 1>>>(values);
  std::puts(told("recursed").c_str());
}
