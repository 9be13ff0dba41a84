// Exercise "Small tridiagonal systems of any length": as many in a warp as fit.
#include "15-tridiagonal-systems/small-systems.hpp"
#include "common/cyclic-reduction.cuh"

// Solves all systems, of 1 to 32 unknowns each, in contiguous layout. A warp solves 32 / n systems at a time, with one lane per
// unknown. The grid may have any size; blocks have a multiple of 32 threads.
__global__ void small_systems(weft::Systems<float> of) {
  // your code begins
  const unsigned n = static_cast<unsigned>(of.n), in_warp = 32 / n, lane = threadIdx.x % 32, i = lane % n;
  const std::size_t warps = std::size_t{gridDim.x} * (blockDim.x / 32);
  const std::size_t warp = std::size_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
  for (std::size_t first = warp * in_warp; first < of.count; first += warps * in_warp) {
    const bool there = lane / n < in_warp && first + lane / n < of.count;
    const std::size_t at = first * n + lane;
    weft::Tied<float> mine{};
    if (there) mine = weft::tied(i == 0 ? 0.0f : of.a[at], of.b[at], i + 1 == n ? 0.0f : of.c[at], of.d[at]);
    for (unsigned width = 1; width < n; width *= 2) {
      weft::Tied<float> before = weft::from_below(mine, width, 32), after = weft::from_above(mine, width, 32);
      if (i < width) before = {};
      if (i + width >= n) after = {};
      mine = weft::reduced(before, mine, after);
    }
    if (there) of.x[at] = mine.d;
  }
  // your code ends
}
