#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "09-cublas/any-system.hpp"

// A matrix far from singular, not symmetric, with its large elements off the diagonal.
std::vector<double> make_matrix(int n) {
  std::vector<double> a = random_values<double>(static_cast<std::size_t>(n) * n, 11);
  for (int i = 0; i < n; ++i) a[i + (i + 1) % n * n] += n;
  return a;
}

std::vector<double> product(int n, int columns, const std::vector<double>& a, const std::vector<double>& x) {
  std::vector<double> b(static_cast<std::size_t>(n) * columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) b[i + j * n] += a[i + k * n] * x[k + j * n];
  return b;
}

TEST_CASE("one right-hand side or several, systems of any size") {
  const weft::Blas blas;
  for (const int n : {1, 2, 7, 31, 65})
    for (const int columns : {1, 3}) {
      CAPTURE(n);
      CAPTURE(columns);
      const std::vector<double> a = make_matrix(n), x = random_values<double>(static_cast<std::size_t>(n) * columns, 12);
      std::vector<double> got;
      CHECK_NOTHROW(got = solve(blas, n, columns, a, product(n, columns, a, x)));
      CHECK(difference(got, x, 1e-11) == "");
    }
}

TEST_CASE("a zero in the corner does no harm") {
  const weft::Blas blas;
  std::vector<double> x;
  CHECK_NOTHROW(x = solve(blas, 2, 1, {0, 2, 1, 0}, {5, 8}));
  CHECK(difference(x, {4, 5}, 1e-15) == "");
}

TEST_CASE("a small number in the corner loses no digits") {
  const weft::Blas blas;
  CHECK(difference(solve(blas, 2, 1, {1e-20, 1, 1, 1}, {1, 2}), {1, 1}, 1e-14) == "");
}

TEST_CASE("a singular matrix throws") {
  const weft::Blas blas;
  CHECK_THROWS_AS(solve(blas, 2, 1, {1, 2, 2, 4}, {1, 1}), std::domain_error);
  CHECK_THROWS_AS(solve(blas, 1, 1, {0}, {1}), std::domain_error);
  CHECK_THROWS_AS(solve(blas, 3, 2, {1, 4, 7, 0, 0, 0, 3, 6, 10}, {1, 2, 3, 4, 5, 6}), std::domain_error);
}

TEST_CASE("no equations, or no right-hand sides, give an empty result") {
  const weft::Blas blas;
  CHECK(solve(blas, 0, 3, {}, {}).size() == 0);
  CHECK(solve(blas, 2, 0, {1, 2, 3, 4}, {}).size() == 0);
}

#ifdef __LOOM__
TEST_CASE("if the device is out of memory, the CUDA error is thrown") {
  const weft::Blas blas;
  without_memory([&] { CHECK_THROWS_AS(solve(blas, 2, 1, {0, 2, 1, 0}, {5, 8}), weft::CudaError); });
}
#endif

TEST_CASE("a cuBLAS error is thrown") { CHECK_THROWS_AS(solve(nullptr, 1, 1, {1}, {1}), weft::BlasError); }
