// An exception that leaves a kernel ends the launch, not the program.
// prints: cudaErrorLaunchFailure
#include <cstdio>
#include <stdexcept>

__global__ void fail() { throw std::runtime_error("nobody catches this"); }

int main() {
  fail<<<1, 1>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
