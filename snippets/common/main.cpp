// doctest's main, compiled once for each device and linked into every program. It is weak: a program with a main of its own runs that.
//
// Exit status 77 tells Meson that a program was skipped: there is no device to run on, or none that lets itself be observed,
// and the sentence says why.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cuda_runtime_api.h>
#include <loom/observe.h>

#include <cstdio>
#include <string>

std::string refusal;  // of a device that does not let itself be observed

REGISTER_EXCEPTION_TRANSLATOR(const loom::CannotObserve& reason) {
  refusal = reason.what();
  return reason.what();
}

int run_tests(int argc, char** argv) {
  const int status = doctest::Context(argc, argv).run();
  if (refusal.empty()) return status;
  std::printf("skipped: %s\n", refusal.c_str());
  return 77;
}

[[gnu::weak]] int main(int argc, char** argv) {
  int devices = 0;
  switch (const cudaError_t error = cudaGetDeviceCount(&devices)) {
    case cudaSuccess:
      return run_tests(argc, argv);
    case cudaErrorInsufficientDriver:
      std::printf("skipped: the driver is missing, or older than the CUDA toolkit that built this program\n");
      return 77;
    default:
      std::printf("skipped: no GPU here (%s)\n", cudaGetErrorString(error));
      return 77;
  }
}
