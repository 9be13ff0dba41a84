// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 20fdf7eb338e680ec8e8af16df54751c6de1cfc0]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void two_clerks(int* board) {
  const int seen = *board;
  __syncthreads();
  *board = seen + 1;
}

__global__ void count_me(int* board) { atomicAdd(board, 1); }

int after(void (*kernel)(int*), unsigned clerks) {
  weft::Buffer<int> board(std::vector<int>{7});
  kernel<<<1, clerks>>>(board.data());
  weft::check(cudaGetLastError());
  return board.to_host()[0];
}

TEST_CASE("two clerks who both read before they write count one customer") {
  CHECK(after(two_clerks, 2) == 8);
}

TEST_CASE("any number of clerks can lose all customers but one") {
  CHECK(after(two_clerks, 1000) == 8);
}

TEST_CASE("an atomic addition loses no customer") {
  CHECK(after(count_me, 2) == 9);
  CHECK(after(count_me, 1000) == 1007);
  std::printf("a thousand clerks: %d by hand, %d atomically\n", after(two_clerks, 1000),
              after(count_me, 1000));
}
