// Tangled from chapters/06-matrices.md. Edit there. [sha1 e87505497e5cf7b1bc73d0c0850be1a7bd98af3a]
#include <cstdio>
#include <utility>

#include <doctest/doctest.h>

#include "common/matrix.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

__global__ void add(In a, In b, Out sum) {
  const std::size_t row = my_y(), column = my_x();
  if (row >= sum.rows() || column >= sum.columns()) return;
  sum(row, column) = a(row, column) + b(row, column);
}

// Integers from -7 to 7, whose sums and products are exact in float.
std::vector<float> some_matrix(std::size_t rows, std::size_t columns, unsigned seed) {
  std::vector<float> values(rows * columns);
  unsigned state = seed;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int>(state >> 24) % 15 - 7);
  }
  return values;
}

void expect_sum(std::size_t rows, std::size_t columns, dim3 block) {
  const std::vector<float> a = some_matrix(rows, columns, 1);
  const std::vector<float> b = some_matrix(rows, columns, 2);
  const weft::Matrix<float> first(rows, columns, a), second(rows, columns, b);
  weft::Matrix<float> sum(rows, columns, std::vector<float>(rows * columns, NAN));
  add<<<blocks_for(columns, rows, block), block>>>(first.view(), second.view(), sum.view());
  weft::check(cudaGetLastError());
  const std::vector<float> got = sum.to_host();
  for (std::size_t i = 0; i < got.size(); ++i) REQUIRE(got[i] == a[i] + b[i]);
}

TEST_CASE("matrices of any shape are added by blocks of any shape") {
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(5, 3), dim3(1, 256)})
    for (const auto& [rows, columns] : {std::pair{1, 1}, {37, 53}, {1, 257}, {101, 31}})
      expect_sum(rows, columns, block);
  const dim3 grid = blocks_for(31, 1023, dim3(32, 8));
  std::printf("1023 x 31: %u x %u blocks, %u threads for %u elements\n", grid.x, grid.y,
              grid.x * grid.y * 256, 1023 * 31);
}
