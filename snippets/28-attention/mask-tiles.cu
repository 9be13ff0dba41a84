// Tangled from chapters/28-attention.md. Edit there. [sha1 f422cb350fcf6f748034de167d3d8414b3adef8a]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/attention.cuh"

static const weft::NeedsCapability at_least(8);

using weft::Heads;

struct Count {
  int whole = 0, masked = 0, skipped = 0;
};

// What becomes of each tile of 128 × 128, as the kernels decide it.
Count count_tiles(int rows, std::ofstream* file = nullptr) {
  const Heads of{1, 1, rows, rows, true};
  Count found;
  for (int first = 0; first < rows; first += 128)
    for (int tile = 0; tile * 128 < rows; ++tile) {
      const bool skipped = tile >= of.tiles(first, 128, 128), masked = (tile + 1) * 128 > of.visible(first);
      ++(skipped ? found.skipped : masked ? found.masked : found.whole);
      if (file) *file << (skipped ? 's' : masked ? 'm' : 'w');
    }
  return found;
}

TEST_CASE("skipped tiles are hidden completely, and unmasked tiles not at all") {
  const Heads of{1, 1, 1000, 1300, true};
  for (int first = 0; first < of.queries; first += 128)
    for (int tile = 0; tile * 128 < of.keys; ++tile) {
      int seen = 0, all = 0;
      for (int i = first; i < first + 128 && i < of.queries; ++i)
        for (int j = tile * 128; j < tile * 128 + 128; ++j, ++all) seen += j < of.visible(i);
      if (tile >= of.tiles(first, 128, 128)) CHECK(seen == 0);
      else if ((tile + 1) * 128 <= of.visible(first)) CHECK(seen == all);
      else CHECK(seen < all);
    }
}

TEST_CASE("a mask leaves little more than half of the tiles") {
  std::ofstream file("mask-tiles.txt");  // for the figure
  CHECK(count_tiles(1024, &file).whole == 28);
  const Count found = count_tiles(8192);
  CHECK(found.whole + found.masked == 64 * 65 / 2);
  CHECK(found.skipped == 64 * 63 / 2);
  std::printf("8,192 rows: %d tiles whole, %d masked, %d skipped\n", found.whole, found.masked, found.skipped);
}
