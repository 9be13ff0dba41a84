// Tangled from chapters/a-blas-on-trial.md. Edit there. [sha1 a565cea2ebd3d6a29cd33d216269f2958461b02e]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

using Floats = std::vector<float>;
const float one = 1, two = 2, zero = 0;

TEST_CASE("product: C = 2 A B'") {
  const weft::Buffer<float> a(Floats{1, 3, 2, 4}), b(Floats{5, 7, 6, 8});
  weft::Buffer<float> c(Floats(4, NAN));  // beta is 0: not read
  weft::check(cublasSgemm(weft::Blas(), CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &two, a.data(), 2,
                          b.data(), 2, &zero, c.data(), 2));
  CHECK(c.to_host() == Floats{34, 78, 46, 106});
}

TEST_CASE("symmetric: C = A B, where only the lower half of A is stored") {
  const weft::Buffer<float> a(Floats{1, 2, NAN, 3}), b(Floats{1, 0, 0, 1});
  weft::Buffer<float> c(Floats(4, NAN));
  weft::check(cublasSsymm(weft::Blas(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 2, 2, &one,
                          a.data(), 2, b.data(), 2, &zero, c.data(), 2));
  CHECK(c.to_host() == Floats{1, 2, 2, 3});
}

TEST_CASE("update: the lower half of C becomes A A' + C") {
  const weft::Buffer<float> a(Floats{1, 3, 2, 4});
  weft::Buffer<float> c(Floats{100, 100, -1, 100});
  weft::check(cublasSsyrk(weft::Blas(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 2, 2, &one,
                          a.data(), 2, &one, c.data(), 2));
  CHECK(c.to_host() == Floats{105, 111, -1, 125});  // the other half is unchanged
}

TEST_CASE("triangle: the X of A X = 2 B, which overwrites B") {
  const weft::Buffer<float> a(Floats{2, 1, NAN, 4});
  weft::Buffer<float> b(Floats{1, 8.5, 2, 1});
  weft::check(cublasStrsm(weft::Blas(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                          CUBLAS_DIAG_NON_UNIT, 2, 2, &two, a.data(), 2, b.data(), 2));
  CHECK(b.to_host() == Floats{1, 4, 2, 0});
}

TEST_CASE("a negative increment reads a vector from its end") {
  const weft::Buffer<float> x(Floats{1, 2, 3, 4, 5});
  weft::Buffer<float> y(Floats(3, NAN));
  weft::check(cublasScopy(weft::Blas(), 3, x.data(), -2, y.data(), 1));
  CHECK(y.to_host() == Floats{5, 3, 1});  // the pointer still is to the lowest address
  const weft::Buffer<float> a(Floats{1, 3, 2, 4}), ends(Floats{10, 1});
  weft::Buffer<float> b(Floats(2, NAN));
  weft::check(cublasSgemv(weft::Blas(), CUBLAS_OP_N, 2, 2, &one, a.data(), 2, ends.data(), -1,
                          &zero, b.data(), -1));
  CHECK(b.to_host() == Floats{43, 21});  // A (1, 10)' = (21, 43)', from its end
}

Floats whole_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Floats made(count);
  for (float& number : made) number = static_cast<float>(random() % 7) - 3;
  return made;
}

TEST_CASE("sizes beyond one tile, and vectors beyond one block") {
  constexpr int m = 257, n = 130, k = 300, length = 100'003;
  const Floats a = whole_numbers(m * k, 1), b = whole_numbers(k * n, 2);
  const weft::Buffer<float> on_a(a), on_b(b);
  weft::Buffer<float> on_c(m * n);
  weft::check(cublasSgemm(weft::Blas(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, on_a.data(),
                          m, on_b.data(), k, &zero, on_c.data(), m));
  Floats expected(m * n);
  for (int j = 0; j < n; ++j)
    for (int l = 0; l < k; ++l)
      for (int i = 0; i < m; ++i) expected[i + j * m] += a[i + l * m] * b[l + j * k];
  CHECK(on_c.to_host() == expected);

  const Floats x = whole_numbers(length, 3);
  const weft::Buffer<float> on_x(x);
  float sum = 0;
  weft::check(cublasSasum(weft::Blas(), length, on_x.data(), 1, &sum));
  double sizes = 0;
  for (const float number : x) sizes += std::abs(number);
  CHECK(sum == sizes);
  std::printf("%d × %d × %d and a vector of %d, exactly\n", m, k, n, length);
}
