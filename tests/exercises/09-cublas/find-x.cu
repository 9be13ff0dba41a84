#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "09-cublas/find-x.hpp"

// Upper triangular, small integers, powers of two on the diagonal, and NaN below it.
std::vector<double> make_triangle(int n, double diagonal, std::uint32_t seed) {
  std::vector<double> matrix(static_cast<std::size_t>(n) * n, NAN);
  const auto digits = random_values<int>(matrix.size(), seed);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) matrix[i + j * n] = digits[i + j * n] % 3;
    matrix[j + j * n] = diagonal;
  }
  return matrix;
}

// The right-hand side to a given X, with sums over the upper triangles only.
std::vector<double> make_right_side(double alpha, int n, const std::vector<double>& a, const std::vector<double>& c,
                                    const std::vector<double>& x) {
  std::vector<double> y(x.size()), b(x.size());
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = i; k < n; ++k) y[i + j * n] += c[i + k * n] * x[k + j * n];
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = i; k < n; ++k) b[i + j * n] += alpha * (a[i + k * n] + c[i + k * n]) * y[k + j * n];
  return b;
}

TEST_CASE("the given matrices have the X that you find by hand") {
  const weft::Blas blas;
  const std::vector<double> a = {1, 0, 1, 1}, c = {1, 0, -1, 1}, b = {12, 6, 10, 8};
  CHECK(difference(find_x(blas, 1, 2, a, c, b), {9, 3, 9, 4}) == "");
}

TEST_CASE("the larger alpha is, the smaller is X") {
  const weft::Blas blas;
  const std::vector<double> a = {1, 0, 1, 1}, c = {1, 0, -1, 1}, b = {12, 6, 10, 8};
  CHECK(difference(find_x(blas, 4, 2, a, c, b), {2.25, 0.75, 2.25, 1}) == "");
}

TEST_CASE("the order of the factors matters, and the elements below the diagonals do not") {
  const weft::Blas blas;
  for (const int n : {1, 3, 6}) {
    CAPTURE(n);
    const std::vector<double> a = make_triangle(n, 3, 1), c = make_triangle(n, -1, 2);
    std::vector<double> x;
    for (const int digit : random_values<int>(static_cast<std::size_t>(n) * n, 3)) x.push_back(digit % 4);
    CHECK(difference(find_x(blas, 2, n, a, c, make_right_side(2, n, a, c, x)), x) == "");
  }
}

TEST_CASE("for n = 0, X is empty") {
  const weft::Blas blas;
  CHECK(find_x(blas, 2, 0, {}, {}, {}).size() == 0);
}

#ifdef __LOOM__
TEST_CASE("if the device is out of memory, the CUDA error is thrown") {
  const weft::Blas blas;
  without_memory([&] { CHECK_THROWS_AS(find_x(blas, 1, 1, {1}, {1}, {1}), weft::CudaError); });
}
#endif

TEST_CASE("a cuBLAS error is thrown") { CHECK_THROWS_AS(find_x(nullptr, 1, 1, {1}, {1}, {1}), weft::BlasError); }
