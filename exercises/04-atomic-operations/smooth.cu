// Exercise "Many steps in one cooperative launch": a barrier for the whole grid.
#include <algorithm>
#include <cstddef>

#include <cooperative_groups.h>

#include "04-atomic-operations/smooth.hpp"
#include "common/check.cuh"

namespace cg = cooperative_groups;

// Makes `steps` steps. In each, a value becomes half of itself and a quarter of each neighbour; the first and the last value stay. The
// first step writes to `to`, the second back to `from`, and so on. Any grid of a cooperative launch.
__global__ void smooth(float* from, float* to, std::size_t count, unsigned steps) {
  // your code begins
  // your code ends
}

// Makes all steps in one cooperative launch on the current device, with blocks of 128 threads: no more than can wait for one another, and
// no more than there are values for. Throws weft::CudaError if anything fails.
void smooth_in_one_launch(weft::View<float> from, weft::View<float> to, unsigned steps) {
  // your code begins
  // your code ends
}
