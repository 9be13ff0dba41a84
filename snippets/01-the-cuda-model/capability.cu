// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 5ac1c65ef5f90fd9b46934449c47d69019e0c659]
#include <cstdio>

#include <doctest/doctest.h>

TEST_CASE("any device that this toolkit supports has what the book takes for granted") {
  int major = 0;
  int minor = 0;
  REQUIRE(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess);
  REQUIRE(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0) == cudaSuccess);
  int runtime = 0;
  REQUIRE(cudaRuntimeGetVersion(&runtime) == cudaSuccess);
  std::printf("Compute capability %d.%d, runtime %d.%d.\n", major, minor, runtime / 1000, runtime % 1000 / 10);
  CHECK(runtime >= 13'000);
  CHECK(10 * major + minor >= 75);
}
