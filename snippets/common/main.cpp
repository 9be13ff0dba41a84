// doctest's main, compiled once for each device and linked into every program.
//
// Exit status 77 tells Meson that a program was skipped: there is no device to run on, and the sentence says why.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>

#include <cstdio>

int main(int argc, char** argv) {
  int devices = 0;
  switch (const cudaError_t error = cudaGetDeviceCount(&devices)) {
    case cudaSuccess:
      return doctest::Context(argc, argv).run();
    case cudaErrorInsufficientDriver:
      std::printf("skipped: the driver is missing, or older than the CUDA toolkit that built this program\n");
      return 77;
    default:
      std::printf("skipped: no GPU here (%s)\n", cudaGetErrorString(error));
      return 77;
  }
}
