// Tangled from chapters/09-cublas.md. Edit there. [sha1 f6b20f683dbf639b75259f6455b218add9f24be6]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"
#include "common/matrix.cuh"

// c = a b, all three row-major.
void multiply(const weft::Blas& blas, weft::MatrixView<const float> a,
              weft::MatrixView<const float> b, weft::MatrixView<float> c) {
  const auto number = [](std::size_t size) { return static_cast<int>(size); };
  const int m = number(c.rows()), n = number(c.columns()), k = number(a.columns());
  const float one = 1, zero = 0;
  weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b.data(), n,
                          a.data(), k, &zero, c.data(), n));
}

TEST_CASE("a row-major product needs no transposition") {
  constexpr std::size_t m = 37, k = 53, n = 29;
  std::vector<float> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * i % 11) - 5;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * i % 13) - 6;
  const weft::Matrix<float> on_a(m, k, a), on_b(k, n, b);
  weft::Matrix<float> on_c(m, n, std::vector<float>(m * n, NAN));
  multiply(weft::Blas(), on_a.view(), on_b.view(), on_c.view());

  const std::vector<float> c = on_c.to_host();
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      float expected = 0;
      for (std::size_t l = 0; l < k; ++l) expected += a[i * k + l] * b[l * n + j];
      CHECK(c[i * n + j] == expected);
    }
  std::printf("first row begins with %g %g %g\n", c[0], c[1], c[2]);
}
