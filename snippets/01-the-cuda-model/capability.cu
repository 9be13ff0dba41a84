// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 019e84258de9f724c0bc6c648e7e626144a4a85f]
#include <cstdio>

#include <doctest/doctest.h>

TEST_CASE("a device that this toolkit supports has compute capability 7.5 or above") {
  int major = 0;
  int minor = 0;
  REQUIRE(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) == cudaSuccess);
  int runtime = 0;
  REQUIRE(cudaRuntimeGetVersion(&runtime) == cudaSuccess);
  std::printf("Compute capability %d.%d, ", major, minor);
  std::printf("runtime %d.%d.\n", runtime / 1000, runtime % 1000 / 10);
  CHECK(runtime >= 13'000);
  CHECK(10 * major + minor >= 75);
}
