// Tangled from chapters/09-cublas.md. Edit there. [sha1 af93ff3bb940ddb87d9d9a056eae99a7bce6d053]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

// y = alpha a x, for a column-major matrix and vectors in device memory.
void multiply(const weft::Blas& blas, double alpha, weft::ColumnMajor<const double> a,
              const double* x, double* y) {
  const double beta = 0;
  weft::check(cublasDgemv(blas, CUBLAS_OP_N, a.rows(), a.columns(), &alpha, a.data(),
                          a.leading(), x, 1, &beta, y, 1));
}

// Solves a x = b, where `a` is lower triangular and `x` holds b at first.
void solve_lower(const weft::Blas& blas, weft::ColumnMajor<const float> a, float* x) {
  weft::check(cublasStrsv(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT,
                          a.rows(), a.data(), a.leading(), x, 1));
}

// Solves a x = b (side left) or x a = b (side right), where `x` holds b at first.
void solve_lower(const weft::Blas& blas, cublasSideMode_t side,
                 weft::ColumnMajor<const float> a, weft::ColumnMajor<float> x) {
  const float alpha = 1;
  weft::check(cublasStrsm(blas, side, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                          CUBLAS_DIAG_NON_UNIT, x.rows(), x.columns(), &alpha, a.data(),
                          a.leading(), x.data(), x.leading()));
}

TEST_CASE("a matrix times a vector") {
  constexpr int rows = 4, columns = 3, leading = 6;
  std::vector<double> numbers(leading * columns, NAN);
  const weft::ColumnMajor<double> matrix(numbers.data(), rows, columns, leading);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) matrix(i, j) = i - 2 * j;
  const weft::Buffer<double> a(numbers), x(std::vector<double>{1, 10, 100});
  weft::Buffer<double> y(std::vector<double>(rows, NAN));
  multiply(weft::Blas(), 2, {a.data(), rows, columns, leading}, x.data(), y.data());
  CHECK(y.to_host() == std::vector<double>{-840, -618, -396, -174});
}

TEST_CASE("the side says whether the triangular matrix is the left or the right factor") {
  const weft::Buffer<float> a(std::vector<float>{2, 1, NAN, 4});  // 2 and, below, 1 and 4
  const auto solve = [&](cublasSideMode_t side) {
    weft::Buffer<float> x(std::vector<float>{4, 8, 12, 16});  // 4 12 and, below, 8 16
    solve_lower(weft::Blas(), side, {a.data(), 2, 2, 2}, {x.data(), 2, 2, 2});
    return x.to_host();
  };
  CHECK(solve(CUBLAS_SIDE_LEFT) == std::vector<float>{2, 1.5f, 6, 2.5f});
  CHECK(solve(CUBLAS_SIDE_RIGHT) == std::vector<float>{0.5f, 2, 3, 4});
}

TEST_CASE("a lower triangular system of six equations") {
  constexpr int n = 6;
  std::vector<float> numbers(n * n, NAN);
  const weft::ColumnMajor<float> matrix(numbers.data(), n, n, n);
  float next = 11;
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i) matrix(i, j) = next++;
  const weft::Buffer<float> a(numbers);
  weft::Buffer<float> x(std::vector<float>(n, 1));
  solve_lower(weft::Blas(), {a.data(), n, n, n}, x.data());
  const std::vector<float> solution = x.to_host();
  for (int i = 0; i < n; ++i) {
    double left = 0, size = 0;
    for (int j = 0; j <= i; ++j) {
      left += double{matrix(i, j)} * solution[j];
      size += std::abs(double{matrix(i, j)} * solution[j]);
    }
    CHECK(std::abs(left - 1) <= n * 0x1p-23 * size);
    std::printf("x%d = %7.4f\n", i + 1, solution[i]);
  }
}
