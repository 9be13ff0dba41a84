// Tangled from chapters/06-matrices.md. Edit there. [sha1 78141bc8803f42b7ad77261de72b3f04a9a40bc7]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"

struct RowPointers {
  float* const* row_at;

  __device__ float& operator()(std::size_t row, std::size_t column) const {
    return row_at[row][column];
  }
};

// The addresses of the rows, as a kernel can use them: in device memory.
weft::Buffer<float*> rows_of(weft::Matrix<float>& matrix) {
  std::vector<float*> rows(matrix.rows());
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = &matrix.view()(row, 0);
  return weft::Buffer<float*>(rows);
}

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

template <class A, class B, class Sum>
__global__ void add_any(std::size_t rows, std::size_t columns, A a, B b, Sum sum) {
  const std::size_t row = my_y(), column = my_x();
  if (row < rows && column < columns) sum(row, column) = a(row, column) + b(row, column);
}

TEST_CASE("row pointers more than double the load requests") {
  weft::Matrix<float> a(64, 64, std::vector<float>(64 * 64, 1.0f)), sum(64, 64);
  weft::Buffer<float*> a_rows = rows_of(a), sum_rows = rows_of(sum);
  const RowPointers by_rows{a_rows.data()}, sum_by_rows{sum_rows.data()};
  const dim3 grid(2, 8), block(32, 8);
  const auto flat = loom::observe(
      [&] { add_any<<<grid, block>>>(64, 64, a.view(), a.view(), sum.view()); });
  const auto twice = loom::observe(
      [&] { add_any<<<grid, block>>>(64, 64, by_rows, by_rows, sum_by_rows); });
  CHECK(sum.to_host() == std::vector<float>(64 * 64, 2.0f));

  CHECK(twice.global_stores.requests == flat.global_stores.requests);
  const auto loads_a_store = [](const loom::Seen& seen) {
    return static_cast<double>(seen.global_loads.requests) / seen.global_stores.requests;
  };
  CHECK(loads_a_store(flat) == 2);
  CHECK(loads_a_store(twice) == 5);
  std::printf("loads of a warp: %.0f in one piece, %.0f by row pointers\n",
              loads_a_store(flat), loads_a_store(twice));
}
