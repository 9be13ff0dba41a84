// Exercise "A window of keys": what its test calls.
#pragma once

// Tiles begin … end - 1 have keys that some query sees. Each query sees all of whole_begin … whole_end - 1.
struct TileRange {
  int begin, end, whole_begin, whole_end;
};

TileRange tiles_of(int first, int rows, int n, int window, int tile);
