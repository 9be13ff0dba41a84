// Tangled from chapters/06-matrices.md. Edit there. [sha1 fb70d263b756fe09e7de7b15bed9874f99def585]
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

__device__ float element(In a, In b, std::size_t row, std::size_t column) {
  float sum = 0;
  for (std::size_t k = 0; k < a.columns(); ++k) sum += a(row, k) * b(k, column);
  return sum;
}

__global__ void multiply_alone(In a, In b, Out c) {
  for (std::size_t row = 0; row < c.rows(); ++row)
    for (std::size_t column = 0; column < c.columns(); ++column)
      c(row, column) = element(a, b, row, column);
}

__global__ void multiply_in_a_block(In a, In b, Out c) {
  c(threadIdx.y, threadIdx.x) = element(a, b, threadIdx.y, threadIdx.x);
}

__global__ void multiply(In a, In b, Out c) {
  const std::size_t row = my_y(), column = my_x();
  if (row < c.rows() && column < c.columns()) c(row, column) = element(a, b, row, column);
}

__global__ void multiply_down(In a, In b, Out c) {
  const std::size_t row = my_x(), column = my_y();
  if (row < c.rows() && column < c.columns()) c(row, column) = element(a, b, row, column);
}

loom::Seen seen_in(void (*kernel)(In, In, Out)) {
  const weft::Matrix<float> a(64, 64, std::vector<float>(64 * 64, 1.0f));
  weft::Matrix<float> c(64, 64);
  const dim3 grid(2, 8), block(32, 8);
  return loom::observe([&] { kernel<<<grid, block>>>(a.view(), a.view(), c.view()); });
}

TEST_CASE("two loads per iteration: one sector of A and four of B, or 32 of A and one of B") {
  const loom::Seen along = seen_in(multiply), down = seen_in(multiply_down);
  for (const loom::Seen& seen : {along, down})
    CHECK(seen.global_loads.requests == 2 * 64 * seen.global_stores.requests);
  const double if_column = along.global_loads.sectors_per_request();
  const double if_row = down.global_loads.sectors_per_request();
  CHECK(if_column == (1 + 4) / 2.0);
  CHECK(if_row == (32 + 1) / 2.0);
  std::printf("%.1f sectors per request if x is the column, %.1f if x is the row\n",
              if_column, if_row);
}
