// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 dc00ea25522d92e2fa431762d7c6b898c9fa6412]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/cyclic-reduction.cuh"

using weft::Systems;

template <unsigned lanes>
__global__ void lanes_a_system(Systems<float> of) {
  const std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned i = threadIdx.x % lanes;
  const bool there = at < of.count * lanes;
  weft::Tied<float> mine{};  // a lane without a row has x = 0, and comes
  if (there)
    mine = weft::tied(i == 0 ? 0.0f : of.a[at], of.b[at], i + 1 == lanes ? 0.0f : of.c[at], of.d[at]);
  const float x = weft::solve_in_warp<lanes>(mine);
  if (there) of.x[at] = x;
}

template <unsigned lanes>
loom::Seen see(std::size_t count) {
  weft::Batch<float> systems(weft::Layout::contiguous, count, lanes);
  const auto blocks = static_cast<unsigned>((count * lanes + 127) / 128);
  const auto seen = loom::observe([&] { lanes_a_system<lanes><<<blocks, 128>>>(systems.systems()); });
  CHECK(systems.error(count) < 1e-6);
  return seen;
}

TEST_CASE("one, two, four systems or more in a warp, without shared memory") {
  for (const std::size_t count : {1, 7, 64}) {
    see<2>(count);
    see<8>(count);
    see<16>(count);
    const auto seen = see<32>(count);
    CHECK(seen.shared_loads.requests + seen.shared_stores.requests == 0);
    CHECK(seen.global_loads.requests == 4 * count);
    CHECK(seen.global_loads.sectors_per_request() == 4);
  }
  std::printf("64 systems of 32: %.0f requests to load, none of shared memory\n",
              1.0 * see<32>(64).global_loads.requests);
}
