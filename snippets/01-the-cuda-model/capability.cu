// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 6cfed1312b87effb3a279cc9bb92459b70e1658a]
#include <cstdio>

#include <doctest/doctest.h>

TEST_CASE("every device that this toolkit supports has the features that the book assumes") {
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
