// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 ae274ece9a3b0ced6a3c180022113bea65787956]
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tiled-multiply.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__global__ void multiply_each(In a, In b, Out c) {
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (row >= c.rows() || column >= c.columns()) return;
  float sum = 0.0f;
  for (std::size_t k = 0; k < a.columns(); ++k) sum += a(row, k) * b(k, column);
  c(row, column) = sum;
}

// Each thread computes `count` elements of a 32 × 32 tile, 32 / count rows apart.
template <unsigned count>
__global__ void multiply_coarsened(In a, In b, Out c) {
  constexpr unsigned side = 32, height = side / count;  // of the tile, and of the block
  __shared__ float of_a[side][side], of_b[side][side];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  float sums[count] = {};
  for (std::size_t step = 0; step * side < a.columns(); ++step) {
    for (unsigned row = y; row < side; row += height) {
      of_a[row][x] = weft::TileOf<side>(a, blockIdx.y, step)(row, x);
      of_b[row][x] = weft::TileOf<side>(b, step, blockIdx.x)(row, x);
    }
    __syncthreads();
    for (unsigned k = 0; k < side; ++k) {
      const float from_b = of_b[k][x];
#pragma unroll
      for (unsigned i = 0; i < count; ++i) sums[i] += of_a[y + i * height][k] * from_b;
    }
    __syncthreads();
  }
  const std::size_t top = std::size_t{blockIdx.y} * side + y;
  const std::size_t column = std::size_t{blockIdx.x} * side + x;
  for (unsigned i = 0; i < count; ++i)
    if (top + i * height < c.rows() && column < c.columns())
      c(top + i * height, column) = sums[i];
}

template <unsigned count>
void multiply(In a, In b, Out c) {
  const dim3 grid(static_cast<unsigned>((c.columns() + 31) / 32),
                  static_cast<unsigned>((c.rows() + 31) / 32));
  multiply_coarsened<count><<<grid, dim3(32, 32 / count)>>>(a, b, c);
  weft::check(cudaGetLastError());
}

std::vector<float> small_numbers(std::size_t size, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<float> numbers(size);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

template <unsigned count>
void expect_loads() {
  constexpr std::size_t m = 64, k = 96, n = 64;
  const weft::Matrix<float> a(m, k, small_numbers(m * k, 1)), b(k, n, small_numbers(k * n, 2));
  weft::Matrix<float> c(m, n);
  const auto seen = loom::observe([&] { multiply<count>(a.view(), b.view(), c.view()); });
  const double multiply_adds = m * k * n / 32.0;  // of warps
  const double loads = seen.shared_loads.requests / multiply_adds;
  CHECK(loads <= (1.0 + count) / count);  // nvcc may combine loads
#ifdef __LOOM__
  CHECK(loads == (1.0 + count) / count);
#endif
  CHECK(seen.shared_loads.conflicts == 0);
  std::printf("%u | %.3f\n", count, loads);
}

TEST_CASE("the more elements per thread, the fewer loads from shared memory") {
  std::puts("elements per thread | loads from shared memory per multiply–add");
  expect_loads<1>();
  expect_loads<2>();
  expect_loads<4>();
  expect_loads<8>();
}

TEST_CASE_TEMPLATE("any shape is multiplied", Count, std::integral_constant<unsigned, 1>,
                   std::integral_constant<unsigned, 2>, std::integral_constant<unsigned, 4>,
                   std::integral_constant<unsigned, 8>) {
  using Shape = std::array<std::size_t, 3>;
  for (const auto& [m, k, n] : {Shape{1, 1, 1}, Shape{37, 53, 29}, Shape{65, 100, 33}}) {
    const weft::Matrix<float> a(m, k, small_numbers(m * k, 1)), b(k, n, small_numbers(k * n, 2));
    weft::Matrix<float> c(m, n, std::vector<float>(m * n, NAN)), expected(m, n);
    multiply<Count::value>(a.view(), b.view(), c.view());
    const dim3 grid(static_cast<unsigned>((n + 31) / 32), static_cast<unsigned>((m + 7) / 8));
    multiply_each<<<grid, dim3(32, 8)>>>(a.view(), b.view(), expected.view());
    CHECK(c.to_host() == expected.to_host());
  }
}

TEST_CASE("a tile and coarser threads make the product faster" * doctest::skip(!weft::measuring())) {
  for (const std::size_t n : {1024, 2048, 4096}) {
    const weft::Matrix<float> a(n, n, small_numbers(n * n, 1)), b(n, n, small_numbers(n * n, 2));
    weft::Matrix<float> c(n, n);
    const dim3 grid(static_cast<unsigned>(n / 32), static_cast<unsigned>(n / 8));
    const auto seconds = weft::side_by_side(
        5, [&] { multiply_each<<<grid, dim3(32, 8)>>>(a.view(), b.view(), c.view()); },
        [&] { multiply<1>(a.view(), b.view(), c.view()); },
        [&] { multiply<2>(a.view(), b.view(), c.view()); },
        [&] { multiply<4>(a.view(), b.view(), c.view()); },
        [&] { multiply<8>(a.view(), b.view(), c.view()); });
    const char* const series[] = {"no tile", "one element per thread", "two elements",
                                  "four elements", "eight elements"};
    for (std::size_t i = 0; i < seconds.size(); ++i)
      weft::report({series[i], 1.0 * n, "rows", 2e-9 * n * n * n / seconds[i], "GFLOP/s"});
    if (n < 2048) continue;
    CHECK(seconds[0] > 1.2 * seconds[1]);
    CHECK(seconds[1] > 1.2 * seconds[2]);
    CHECK(seconds[2] > 1.1 * seconds[3]);
    CHECK(seconds[3] > 1.05 * seconds[4]);
  }
}
