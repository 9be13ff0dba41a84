// Exercise "Paths by the Brownian bridge": Brownian paths by the Brownian bridge.
#include "11-monte-carlo/bridge.hpp"
#include "common/buffer.cuh"

// Makes Brownian paths of 2^levels steps, which begin at 0 at time 0 and end at time 1. Number k of path p lies at
// [k * paths + p], in `z` and in `w`: z has independent normal numbers, and w gets the positions, number k being the one at time
// (k + 1) / 2^levels. z's first number decides the end, the second the middle, the next two the quarters from left to right, then
// four the eighths, and so on. Any grid.
__global__ void bridge(unsigned levels, weft::View<const float> z, weft::View<float> w) {
  // your code begins
  // your code ends
}
