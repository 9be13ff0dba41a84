// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 3ececc79b375943b05e1f8c3515c6297dd357041]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void read_wait_write(int* board) {
  const int seen = *board;
  __syncthreads();
  *board = seen + 1;
}

__global__ void add_atomically(int* board) { atomicAdd(board, 1); }

int after(void (*kernel)(int*), unsigned threads) {
  weft::Buffer<int> board(std::vector<int>{7});
  kernel<<<1, threads>>>(board.data());
  weft::check(cudaGetLastError());
  return board.to_host()[0];
}

TEST_CASE("if all threads read before any of them writes, only one increment is left") {
  CHECK(after(read_wait_write, 2) == 8);
  CHECK(after(read_wait_write, 1000) == 8);
}

TEST_CASE("an atomic addition loses no increment") {
  CHECK(after(add_atomically, 2) == 9);
  CHECK(after(add_atomically, 1000) == 1007);
  std::printf("a thousand increments of 7: %d by read and write, %d atomically\n",
              after(read_wait_write, 1000), after(add_atomically, 1000));
}
