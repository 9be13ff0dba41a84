// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 5c43d722e160ae0fddfe83049325171a2e1c6805]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_me(int* board) {
  ++*board;  // finds: race
}

TEST_CASE("a count without order has no answer") {
  weft::Buffer<int> board(std::vector<int>{0});
  count_me<<<4, 64>>>(board.data());
  weft::check(cudaGetLastError());
  CHECK(board.to_host()[0] >= 1);
}
