// Exercise "The cost of a tile": counts, before anything runs.

#include <cstddef>

#include "25-matrix-product/cost-of-a-tile.hpp"

Costs costs_of(const Tile& tile, std::size_t m, std::size_t n, std::size_t k) {
  Costs costs{0, 0, 0};
  // your code begins
  const std::size_t down = (m + tile.block_m - 1) / tile.block_m, across = (n + tile.block_n - 1) / tile.block_n;
  const std::size_t steps = (k + tile.depth - 1) / tile.depth * tile.depth;
  const unsigned warps = tile.block_m / tile.thread_m * (tile.block_n / tile.thread_n) / 32;
  const std::size_t warp_steps = down * across * warps * steps;
  costs = {warp_steps * tile.thread_m * tile.thread_n, warp_steps * (tile.thread_m + tile.thread_n) / 4,
           down * across * (tile.block_m + tile.block_n) * k};
  // your code ends
  return costs;
}
