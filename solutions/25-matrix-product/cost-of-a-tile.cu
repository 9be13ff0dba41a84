// Exercise "The cost of a tile": counts, before anything runs.
#pragma once

#include <cstddef>

// A block owns block_m × block_n elements of the result, a thread thread_m × thread_n of them, all multiples of four. Tiles of the
// factors are `depth` deep.
struct Tile {
  unsigned block_m, block_n, depth, thread_m, thread_n;
};

// Counts for a product m × k by k × n, in a kernel like the chapter's. Blocks compute whole tiles, also at the edges of the result.
struct Costs {
  std::size_t multiply_adds;  // warp instructions
  std::size_t shared_loads;   // requests, each lane loading 16 bytes
  std::size_t fetched;        // floats that all blocks copy from A and B, twice if they go to two blocks; zeros are not copied
};

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
