// Tangled from chapters/02-device-properties.md. Edit there. [sha1 2be98396d241cc5815b1bfefdf8efefa3d254a43]
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

// Lanes for 32-bit floating-point arithmetic in one multiprocessor.
int lanes_per_multiprocessor(int major, int minor) {
  if (major == 7 || (major == 8 && minor == 0)) return 64;
  return 128;
}

double peak_bandwidth(int device) {
  const double clock = 1e3 * ask(cudaDevAttrMemoryClockRate, device);
  return 2 * clock * ask(cudaDevAttrGlobalMemoryBusWidth, device) / 8;
}

double peak_operations(int device) {
  const int lanes = lanes_per_multiprocessor(ask(cudaDevAttrComputeCapabilityMajor, device),
                                             ask(cudaDevAttrComputeCapabilityMinor, device));
  const double clock = 1e3 * ask(cudaDevAttrClockRate, device);
  return 2 * clock * lanes * ask(cudaDevAttrMultiProcessorCount, device);
}

TEST_CASE("the peaks of a device follow from its attributes") {
  const double bandwidth = peak_bandwidth(0);
  const double operations = peak_operations(0);
  std::printf("bandwidth           %8.1f GB/s\n", bandwidth / 1e9);
  std::printf("arithmetic          %8.1f GFLOP/s\n", operations / 1e9);
  std::printf("operations per byte %8.1f\n", operations / bandwidth);
  CHECK(bandwidth > 0);
  CHECK(operations > bandwidth);
}
