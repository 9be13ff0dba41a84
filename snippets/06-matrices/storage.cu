// Tangled from chapters/06-matrices.md. Edit there. [sha1 5bd77a408d57c9b9a000761b170f0690f1018626]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/matrix.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

struct Pitched {
  char* data;
  std::size_t pitch;  // bytes from row to row

  __device__ float& operator()(std::size_t row, std::size_t column) const {
    return reinterpret_cast<float*>(data + row * pitch)[column];
  }
};

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

__global__ void add_down(In a, In b, Out sum) {
  const std::size_t row = my_x(), column = my_y();
  if (row >= sum.rows() || column >= sum.columns()) return;
  sum(row, column) = a(row, column) + b(row, column);
}

// The seconds of each variant. One extra column of memory serves as the gap of the pitch.
std::array<double, 5> seconds_to_add(std::size_t size, int repetitions) {
  weft::Matrix<float> memory[] = {{size, size + 1}, {size, size + 1}, {size, size + 1}};
  weft::Buffer<float*> rows[] = {rows_of(memory[0]), rows_of(memory[1]),
                                 rows_of(memory[2])};
  for (weft::Matrix<float>& one : memory)
    weft::check(cudaMemset(one.view().data(), 0, size * (size + 1) * sizeof(float)));
  const auto packed = [&](int i) { return Out(memory[i].view().data(), size, size); };
  const auto pitched = [&](int i) {
    auto* const first = reinterpret_cast<char*>(memory[i].view().data());
    return Pitched{first, (size + 1) * sizeof(float)};
  };
  const auto by_rows = [&](int i) { return RowPointers{rows[i].data()}; };
  const dim3 block(32, 8), narrow(256, 1), grid = blocks_for(size, size, block);
  const auto by_any = [&](auto of) {
    return [=] { add_any<<<grid, block>>>(size, size, of(0), of(1), of(2)); };
  };
  const auto down = [&](dim3 block) {
    return [=] {
      add_down<<<blocks_for(size, size, block), block>>>(packed(0), packed(1), packed(2));
    };
  };
  const auto seconds =
      weft::side_by_side(repetitions, by_any(packed), down(block), down(narrow),
                         by_any(pitched), by_any(by_rows));
  weft::check(cudaDeviceSynchronize());
  return seconds;
}

TEST_CASE("all of them stay within their memory") { CHECK(seconds_to_add(37, 1)[0] > 0); }

TEST_CASE("matrix addition against number of columns, five ways" * doctest::skip(!weft::measuring())) {
  const char* const series[] = {"x the column", "x the row", "the same, 256 × 1 threads",
                                "pitched rows", "row pointers"};
  for (const std::size_t size : {4095, 8191, 16383}) {
    const std::array<double, 5> seconds = seconds_to_add(size, 9);
    CHECK(seconds[1] > 3 * seconds[0]);
    CHECK(seconds[2] > 5 * seconds[0]);
    CHECK(seconds[3] == doctest::Approx(seconds[0]).epsilon(0.1));
    CHECK(seconds[4] > 1.15 * seconds[0]);
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report(
          {series[i], 1.0 * size, "columns", 12e-9 * size * size / seconds[i], "GB/s"});
  }
}
