// Tangled from chapters/06-matrices.md. Edit there. [sha1 7d58daf70e0402f48023fecbf98654918f48391b]
#include <cmath>
#include <utility>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

__global__ void transpose_reading_along(In in, Out out) {
  const std::size_t row = my_y(), column = my_x();
  if (row < in.rows() && column < in.columns()) out(column, row) = in(row, column);
}

__global__ void transpose_writing_along(In in, Out out) {
  const std::size_t row = my_y(), column = my_x();
  if (row < out.rows() && column < out.columns()) out(row, column) = in(column, row);
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

TEST_CASE("any shape is transposed, by blocks of any shape, and transposed back") {
  for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(5, 3)})
    for (const auto& [rows, columns] : {std::pair{1, 1}, {37, 53}, {1, 257}, {1023, 31}}) {
      const std::vector<float> values = some_matrix(rows, columns, 1);
      const weft::Matrix<float> in(rows, columns, values);
      const std::vector<float> nothing(values.size(), NAN);
      weft::Matrix<float> out(columns, rows, nothing), back(rows, columns, nothing);
      const dim3 grid = blocks_for(columns, rows, block);
      transpose_reading_along<<<grid, block>>>(in.view(), out.view());
      transpose_writing_along<<<grid, block>>>(out.view(), back.view());
      weft::check(cudaGetLastError());
      const std::vector<float> got = out.to_host();
      for (int i = 0; i < rows * columns; ++i)
        REQUIRE(got[i] == values[i % rows * columns + i / rows]);
      CHECK(back.to_host() == values);
    }
}

TEST_CASE("a warp that reads along a row writes down a column, and vice versa") {
  const weft::Matrix<float> in(64, 64, some_matrix(64, 64, 1));
  weft::Matrix<float> out(64, 64);
  const dim3 grid(2, 8), block(32, 8);
  const auto seen_in = [&](void (*kernel)(In, Out)) {
    return loom::observe([&] { kernel<<<grid, block>>>(in.view(), out.view()); });
  };
  const loom::Seen reading = seen_in(transpose_reading_along);
  const loom::Seen writing = seen_in(transpose_writing_along);
  CHECK(reading.global_loads.sectors_per_request() == 4);
  CHECK(reading.global_stores.sectors_per_request() == 32);
  CHECK(writing.global_loads.sectors_per_request() == 32);
  CHECK(writing.global_stores.sectors_per_request() == 4);
}
