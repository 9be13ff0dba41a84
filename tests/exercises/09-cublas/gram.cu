#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "09-cublas/gram.hpp"

// Integers, small enough for every sum to be exact; NaN between the rows.
std::vector<float> stored(int rows, int columns, int step, unsigned seed) {
  const std::vector<int> numbers = random_values<int>(static_cast<std::size_t>(rows * columns), seed);
  std::vector<float> made(static_cast<std::size_t>(rows * step), NAN);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) made[static_cast<std::size_t>(i * step + j)] = static_cast<float>(numbers[static_cast<std::size_t>(i * columns + j)] % 5);
  return made;
}

struct Case {
  int m, n, a_step, c_step;
  float alpha, beta;
};

void expect_gram(const Case& of) {
  const std::vector<float> a = stored(of.m, of.n, of.a_step, 1);
  std::vector<float> c = stored(of.n, of.n, of.c_step, 2);
  if (of.beta == 0)
    for (float& element : c) element = NAN;
  DeviceArray<float> on_a(a), on_c(c);
  CAPTURE(of.m);
  CAPTURE(of.n);
  CAPTURE(of.a_step);
  CAPTURE(of.c_step);
  gram_row_major(weft::Blas(), of.m, of.n, of.alpha, on_a.data(), of.a_step, of.beta, on_c.data(), of.c_step);
  require_success(cudaDeviceSynchronize());
  const std::vector<float> got = on_c.read();
  int wrong = 0, disturbed = 0;
  for (int i = 0; i < of.n; ++i)
    for (int j = 0; j < of.c_step; ++j) {
      const auto at = static_cast<std::size_t>(i * of.c_step + j);
      if (j >= of.n) {
        disturbed += !std::isnan(got[at]);
        continue;
      }
      float sum = 0;
      for (int k = 0; k < of.m; ++k) sum += a[static_cast<std::size_t>(k * of.a_step + i)] * a[static_cast<std::size_t>(k * of.a_step + j)];
      wrong += !(got[at] == of.alpha * sum + (of.beta == 0 ? 0 : of.beta * c[at]));
    }
  CHECK(wrong == 0);
  CHECK(disturbed == 0);
  CHECK(on_c.written_around() == "");
}

TEST_CASE("rows without gaps") {
  expect_gram({1, 1, 1, 1, 1, 0});
  expect_gram({37, 29, 29, 29, 1, 0});
  expect_gram({5, 41, 41, 41, 1, 0});
}

TEST_CASE("rows with gaps, and the gaps are not written") {
  expect_gram({37, 29, 31, 40, 1, 0});
  expect_gram({3, 17, 64, 17, 1, 0});
}

TEST_CASE("the old C counts beta times, and may be unsymmetric") {
  expect_gram({12, 9, 9, 9, 1, 1});
  expect_gram({7, 13, 15, 14, 1, -2});
}

TEST_CASE("the product counts alpha times") { expect_gram({7, 13, 15, 14, -3, 2}); }

TEST_CASE("a cuBLAS error is thrown") {
  DeviceArray<float> a(stored(3, 3, 3, 1)), c(stored(3, 3, 3, 2));
  CHECK_THROWS_AS(gram_row_major(weft::Blas(), 3, 3, 1, a.data(), 2, 0, c.data(), 3), weft::BlasError);
}

#ifdef __LOOM__
TEST_CASE("cuBLAS does it, without other kernels, more memory or a copy to the host") {
  DeviceArray<float> a(stored(3, 3, 3, 1)), c(stored(3, 3, 3, 2));
  const weft::Blas blas;
  const auto launches = *launches_seen(), copied = *bytes_to_host();
  without_memory([&] { CHECK_NOTHROW(gram_row_major(blas, 3, 3, 1, a.data(), 3, 0, c.data(), 3)); });
  CHECK(*launches_seen() == launches);
  CHECK(*bytes_to_host() == copied);
}
#endif
