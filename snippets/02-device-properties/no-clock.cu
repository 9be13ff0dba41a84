// Tangled from chapters/02-device-properties.md. Edit there. [sha1 617b0a68a94bcec4c0397787b501ed474f957b19]
#include <cstdio>

#include <doctest/doctest.h>

TEST_CASE("the clock in kilohertz") {
  cudaDeviceProp device{};
  REQUIRE(cudaGetDeviceProperties(&device, 0) == cudaSuccess);
  std::printf("clock: %d kHz\n", device.clockRate);
}
