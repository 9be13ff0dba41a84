// Exercise "A window of keys": tiles that a block of queries needs.
#include <algorithm>

#include "28-attention/window.hpp"

// Query i of n sees the keys i - window + 1 … i, as far as they exist. The block has the queries first … first + rows - 1, as
// far as they exist; there is at least one. Tiles have `tile` keys.
TileRange tiles_of(int first, int rows, int n, int window, int tile) {
  TileRange range{0, 0, 0, 0};
  // your code begins
  // your code ends
  return range;
}
