// An exception that leaves a kernel ends the launch, not the program.
// What is not freed then is not a leak: the device frees nothing any more.
// prints: cudaErrorLaunchFailure
// prints: cudaErrorLaunchFailure
// never: leak
#include <cstdio>
#include <stdexcept>

__global__ void fail() { throw std::runtime_error("this is not caught"); }

int main() {
  void* memory;
  cudaMalloc(&memory, 1);
  fail<<<1, 1>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%s\n", cudaGetErrorName(cudaFree(memory)));
}
