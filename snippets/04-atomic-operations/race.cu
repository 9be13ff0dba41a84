// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 e19d3bff3a09e48d5de34650be65950e0ff1cf06]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void increment(int* board) {
  ++*board;  // finds: race
}

TEST_CASE("unordered increments give no defined sum") {
  weft::Buffer<int> board(std::vector<int>{0});
  increment<<<1, 256>>>(board.data());
  weft::check(cudaGetLastError());
#ifdef __LOOM__
  CHECK(board.to_host()[0] == 256);  // one thread after the other, by luck
#else
  CHECK(board.to_host()[0] <= 8);  // a warp reads together, and writes together
#endif
}
