// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 dcedaac8462a42751017e24654a04ebdf1f46943]
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

// Groups of `group` consecutive threads go the first way and the second in turn.
__global__ void two_ways(unsigned* values, unsigned group) {
  values[threadIdx.x] = work(threadIdx.x / group % 2 == 0, threadIdx.x);
}

double active_lanes(unsigned* values, unsigned group) {
  const auto seen = loom::observe([&] { two_ways<<<1, 64>>>(values, group); });
  REQUIRE(cudaGetLastError() == cudaSuccess);
  for (unsigned i = 0; i < 64; ++i) CHECK(values[i] == work(i / group % 2 == 0, i));
  return seen.active_lanes;
}

TEST_CASE("a warp that diverges is half idle, and one whose lanes agree is not") {
  unsigned* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 64 * sizeof(unsigned)) == cudaSuccess);
  CHECK(active_lanes(values, 1) < 20);
  CHECK(active_lanes(values, 32) > 30);
  CHECK(cudaFree(values) == cudaSuccess);
}
