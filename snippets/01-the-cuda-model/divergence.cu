// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 dd3cf879b4d8acb731c5d1928994ba54ab964809]
#include <doctest/doctest.h>
#include <loom/observe.h>

__host__ __device__ unsigned work(bool first_way, unsigned x) {
  if (first_way) {
    for (unsigned i = 0; i < 100; ++i) x = 3 * x + i;
  } else {
    for (unsigned i = 0; i < 100; ++i) x = 5 * (x ^ i);
  }
  return x;
}

// Groups of `group` consecutive threads take the first branch and the second alternately.
__global__ void two_ways(unsigned* values, unsigned group) {
  values[threadIdx.x] = work(threadIdx.x / group % 2 == 0, threadIdx.x);
}

double active_lanes(unsigned* values, unsigned group) {
  const auto seen = loom::observe([&] { two_ways<<<1, 64>>>(values, group); });
  REQUIRE(cudaGetLastError() == cudaSuccess);
  for (unsigned i = 0; i < 64; ++i) CHECK(values[i] == work(i / group % 2 == 0, i));
  return seen.active_lanes;
}

TEST_CASE("with divergence fewer than 20 lanes are active on average, without it more than 30") {
  unsigned* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 64 * sizeof(unsigned)) == cudaSuccess);
  CHECK(active_lanes(values, 1) < 20);
  CHECK(active_lanes(values, 32) > 30);
  CHECK(cudaFree(values) == cudaSuccess);
}
