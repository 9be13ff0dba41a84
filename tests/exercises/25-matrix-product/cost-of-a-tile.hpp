// Exercise "The cost of a tile": what its test calls.
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

Costs costs_of(const Tile& tile, std::size_t m, std::size_t n, std::size_t k);
