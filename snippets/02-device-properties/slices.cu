// Tangled from chapters/02-device-properties.md. Edit there. [sha1 02d89673a389f35cf08fb3bfae6422d229d6d2ba]
#include <doctest/doctest.h>

__global__ void advance(unsigned* state, unsigned steps) {
  unsigned x = *state;
  for (unsigned i = 0; i < steps; ++i) x = 1664525 * x + 1013904223;
  *state = x;
}

unsigned after(unsigned launches, unsigned steps) {
  unsigned* state = nullptr;
  REQUIRE(cudaMallocManaged(&state, sizeof(unsigned)) == cudaSuccess);
  *state = 1;
  for (unsigned i = 0; i < launches; ++i) advance<<<1, 1>>>(state, steps);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const unsigned last = *state;
  REQUIRE(cudaFree(state) == cudaSuccess);
  return last;
}

TEST_CASE("a hundred short launches compute what one long launch does") {
  unsigned expected = 1;
  for (unsigned i = 0; i < 100'000; ++i) expected = 1664525 * expected + 1013904223;
  CHECK(after(1, 100'000) == expected);
  CHECK(after(100, 1'000) == expected);
}
