// Exercise "A window of keys": tiles that a block of queries needs.
#include <algorithm>

#include "28-attention/window.hpp"

// Query i of n sees the keys i - window + 1 … i, as far as they exist. The block has the queries first … first + rows - 1, as
// far as they exist; there is at least one. Tiles have `tile` keys.
TileRange tiles_of(int first, int rows, int n, int window, int tile) {
  TileRange range{0, 0, 0, 0};
  // your code begins
  const int last = std::min(first + rows, n) - 1;
  const int some_begin = std::max(first - window + 1, 0), some_end = last + 1;  // keys that some query sees
  const int all_begin = std::max(last - window + 1, 0), all_end = first + 1;    // keys that all see
  range = {some_begin / tile, (some_end + tile - 1) / tile, (all_begin + tile - 1) / tile, all_end / tile};
  range.whole_end = std::max(range.whole_begin, range.whole_end);
  // your code ends
  return range;
}
