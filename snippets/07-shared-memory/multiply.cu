// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 53c73ab4b7c513c60c80be4e4f70524f09535bec]
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include <loom/observe.h>

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

std::vector<float> small_numbers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

struct Factors {
  std::size_t m, k, n;
  std::vector<float> in_a = small_numbers(m * k, 1), in_b = small_numbers(k * n, 2);
  weft::Matrix<float> a{m, k, in_a}, b{k, n, in_b}, c{m, n, std::vector<float>(m * n, NAN)};
};

TEST_CASE("integers are multiplied exactly, whatever the shape") {
  using Shape = std::array<std::size_t, 3>;
  for (const auto& [m, k, n] : {Shape{1, 1, 1}, Shape{37, 53, 29}, Shape{65, 100, 1}}) {
    Factors of{m, k, n};
    weft::multiply_tiled(of.a.view(), of.b.view(), of.c.view());
    const std::vector<float> c = of.c.to_host();
    for (std::size_t i = 0; i < m * n; ++i) {
      float expected = 0.0f;
      for (std::size_t j = 0; j < k; ++j)
        expected += of.in_a[i / n * k + j] * of.in_b[j * n + i % n];
      CHECK(c[i] == expected);
    }
  }
}

template <unsigned side>
void expect_fewer_loads() {
  Factors of{64, 96, 64};
  const auto each = loom::observe([&] {
    const dim3 grid(64 / side, 64 / side), block(side, side);
    multiply_each<<<grid, block>>>(of.a.view(), of.b.view(), of.c.view());
  });
  const auto tiled = loom::observe(
      [&] { weft::multiply_tiled<side>(of.a.view(), of.b.view(), of.c.view()); });
  CHECK(each.global_loads.requests == side * tiled.global_loads.requests);
  CHECK(tiled.global_loads.sectors_per_request() == 4);
  CHECK(tiled.shared_loads.conflicts == 0);
  std::printf("%u x %u: %.0f times fewer\n", side, side,
              double(each.global_loads.requests) / double(tiled.global_loads.requests));
}

TEST_CASE("tiles of n by n make the loads from global memory n times fewer") {
  expect_fewer_loads<16>();
  expect_fewer_loads<32>();
}

TEST_CASE("with one thread per element, the number of threads limits the tile") {
  Factors of{64, 64, 64};
  try {
    weft::multiply_tiled<64>(of.a.view(), of.b.view(), of.c.view());
    CHECK_MESSAGE(false, "64 by 64 threads are more than a block may have");
  } catch (const weft::CudaError& error) {
    CHECK((error.code == cudaErrorInvalidValue || error.code == cudaErrorInvalidConfiguration));
  }
}
