// Tangled from chapters/03-first-programs.md. Edit there. [sha1 e586eb5e2c179f4fcbf122bcfb56a341a437600a]
#define NDEBUG
#include <cassert>

#include <doctest/doctest.h>

__global__ void expects_two(int value) { assert(value == 2); }

TEST_CASE("with NDEBUG a wrong assertion is not checked") {
  expects_two<<<1, 1>>>(3);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
