// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 ba6b5919e72174d153d76a76eb8ee1018653eecf]
#include <cstdio>

#include <doctest/doctest.h>

TEST_CASE("any device that this toolkit supports has what the book takes for granted") {
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
