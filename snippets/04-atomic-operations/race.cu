// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 27c6c13b5e9c0c2439be9ff52c28e8196268f9bc]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_me(int* board) {
  ++*board;  // finds: race
}

TEST_CASE("a count without order has no answer") {
  weft::Buffer<int> board(std::vector<int>{0});
  count_me<<<4, 64>>>(board.data());
  weft::check(cudaGetLastError());
#ifdef __LOOM__
  CHECK(board.to_host()[0] == 256);  // one thread after the other, by luck
#else
  CHECK(board.to_host()[0] <= 8);  // a warp reads together, and writes together
#endif
}
