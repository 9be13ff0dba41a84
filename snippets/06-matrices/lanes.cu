// Tangled from chapters/06-matrices.md. Edit there. [sha1 f7d0b1dffe6f9184eea32f836eebb0aad8993c23]
#include <cstdio>

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

__global__ void add(In a, In b, Out sum) {
  const std::size_t row = my_y(), column = my_x();
  if (row >= sum.rows() || column >= sum.columns()) return;
  sum(row, column) = a(row, column) + b(row, column);
}

__global__ void add_down(In a, In b, Out sum) {
  const std::size_t row = my_x(), column = my_y();
  if (row >= sum.rows() || column >= sum.columns()) return;
  sum(row, column) = a(row, column) + b(row, column);
}

loom::Seen seen_in(void (*kernel)(In, In, Out), dim3 block) {
  const weft::Matrix<float> a(64, 64, std::vector<float>(64 * 64, 1.0f));
  weft::Matrix<float> sum(64, 64);
  const dim3 grid = blocks_for(64, 64, block);
  return loom::observe([&] { kernel<<<grid, block>>>(a.view(), a.view(), sum.view()); });
}

TEST_CASE("along a row a warp needs four sectors, down a column each lane needs its own") {
  const loom::Seen along = seen_in(add, dim3(32, 8));
  const loom::Seen down = seen_in(add_down, dim3(32, 8));
  CHECK(along.global_loads.sectors_per_request() == 4);
  CHECK(along.global_stores.sectors_per_request() == 4);
  CHECK(down.global_loads.sectors_per_request() == 32);
  CHECK(down.global_stores.sectors_per_request() == 32);
}

TEST_CASE("a block needs a width of eight to use whole sectors") {
  for (const unsigned width : {32u, 16u, 8u, 4u, 2u, 1u}) {
    const loom::Seen seen = seen_in(add, dim3(width, 256 / width));
    const double sectors = seen.global_loads.sectors_per_request();
    CHECK(sectors == (width >= 8 ? 4 : 32 / width));
    std::printf("%2u wide: %2.0f sectors\n", width, sectors);
  }
}
