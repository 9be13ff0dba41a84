// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 34d0c08646015800405ca5f5287f393c2d1b3a6b]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_me(int* board) {
  ++*board;  // finds: race
}

TEST_CASE("unordered increments give no defined count") {
  weft::Buffer<int> board(std::vector<int>{0});
  count_me<<<1, 256>>>(board.data());
  weft::check(cudaGetLastError());
#ifdef __LOOM__
  CHECK(board.to_host()[0] == 256);  // one thread after the other, by luck
#else
  CHECK(board.to_host()[0] <= 8);  // a warp reads together, and writes together
#endif
}
