#include <doctest/doctest.h>

#include "support.hpp"

#include "28-attention/window.hpp"

// What is wrong with an answer, tile by tile.
std::string wrong_in(int first, int rows, int n, int window, int tile) {
  const TileRange found = tiles_of(first, rows, n, window, tile);
  if (found.whole_begin > found.whole_end) return "whole_begin is larger than whole_end";
  if (found.begin < 0 || found.whole_begin < 0) return "there are no tiles before tile 0";
  for (int t = 0; t <= n / tile + 1; ++t) {
    bool some = false, all = true;
    for (int i = first; i < first + rows && i < n; ++i)
      for (int j = t * tile; j < (t + 1) * tile; ++j) {
        const bool sees = j < n && j <= i && j > i - window;
        some = some || sees;
        all = all && sees;
      }
    if (some != (t >= found.begin && t < found.end)) return "tile " + std::to_string(t) + (some ? " is left out" : " is not needed");
    if (all != (t >= found.whole_begin && t < found.whole_end))
      return "tile " + std::to_string(t) + (all ? " needs no mask" : " needs a mask");
  }
  return "";
}

TEST_CASE("one query") {
  CHECK(wrong_in(0, 1, 100, 10, 8) == "");
  CHECK(wrong_in(40, 1, 100, 10, 8) == "");
  CHECK(wrong_in(40, 1, 100, 1, 8) == "");
  CHECK(wrong_in(99, 1, 100, 100, 8) == "");
}

TEST_CASE("a block of queries and a long window") {
  CHECK(wrong_in(64, 16, 1000, 100, 8) == "");
  CHECK(wrong_in(65, 17, 1000, 99, 8) == "");
  CHECK(wrong_in(0, 128, 1000, 256, 64) == "");
}

TEST_CASE("a window shorter than the block, so that no tile is whole") {
  CHECK(wrong_in(64, 16, 1000, 5, 8) == "");
  CHECK(wrong_in(128, 128, 1000, 64, 64) == "");
}

TEST_CASE("the last block, which is not full") {
  CHECK(wrong_in(96, 32, 100, 20, 8) == "");
  CHECK(wrong_in(96, 32, 97, 60, 16) == "");
}

TEST_CASE("any numbers") {
  for (int n : {1, 7, 64, 65})
    for (int first = 0; first < n; first += 5)
      for (int rows : {1, 3, 16})
        for (int window : {1, 2, 9, 30, 200})
          for (int tile : {1, 4, 16}) {
            CAPTURE(n);
            CAPTURE(first);
            CAPTURE(rows);
            CAPTURE(window);
            CAPTURE(tile);
            CHECK(wrong_in(first, rows, n, window, tile) == "");
          }
}
