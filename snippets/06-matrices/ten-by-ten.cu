// Tangled from chapters/06-matrices.md. Edit there. [sha1 d19427b159c8d3171890dc83804a30cd57c94a57]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

constexpr unsigned columns = 10;

__global__ void number(int* matrix) {
  const unsigned row = threadIdx.y, column = threadIdx.x;
  matrix[row * columns + column] = static_cast<int>(10 * row + column);
}

__global__ void number_turned(int* matrix) {
  const unsigned row = threadIdx.y, column = threadIdx.x;
  matrix[column * columns + row] = static_cast<int>(10 * row + column);
}

void expect(void (*kernel)(int*), int of_row, int of_column) {
  weft::Buffer<int> matrix(std::vector<int>(columns * columns, -1));
  kernel<<<1, dim3(columns, columns)>>>(matrix.data());
  weft::check(cudaGetLastError());
  const std::vector<int> got = matrix.to_host();
  for (int row = 0; row < 10; ++row)
    for (int column = 0; column < 10; ++column)
      CHECK(got[row * 10 + column] == of_row * row + of_column * column);
  std::printf("row 1: %d %d %d … %d\n", got[10], got[11], got[12], got[19]);
}

TEST_CASE("a block fills the matrix as the host does") { expect(number, 10, 1); }

TEST_CASE("with x and y exchanged, rows become columns") { expect(number_turned, 1, 10); }
