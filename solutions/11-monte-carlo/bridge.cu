// Exercise "Paths by the Brownian bridge": Brownian paths by the Brownian bridge.
#include "11-monte-carlo/bridge.hpp"
#include "common/buffer.cuh"

// Makes Brownian paths of 2^levels steps, which begin at 0 at time 0 and end at time 1. Number k of path p lies at
// [k * paths + p], in `z` and in `w`: z has independent normal numbers, and w gets the positions, number k being the one at time
// (k + 1) / 2^levels. z's first number decides the end, the second the middle, the next two the quarters from left to right, then
// four the eighths, and so on. Any grid.
__global__ void bridge(unsigned levels, weft::View<const float> z, weft::View<float> w) {
  // your code begins
  const std::size_t n = std::size_t{1} << levels, paths = z.size() >> levels;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; p < paths; p += threads) {
    w[(n - 1) * paths + p] = z[p];
    std::size_t next = 1;
    for (std::size_t half = n / 2; half > 0; half /= 2) {
      const float scale = sqrtf(static_cast<float>(half) / static_cast<float>(2 * n));
      for (std::size_t middle = half; middle < n; middle += 2 * half, ++next) {
        const float left = middle == half ? 0.0f : w[(middle - half - 1) * paths + p];
        const float right = w[(middle + half - 1) * paths + p];
        w[(middle - 1) * paths + p] = (left + right) / 2 + scale * z[next * paths + p];
      }
    }
  }
  // your code ends
}
