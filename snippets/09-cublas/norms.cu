// Tangled from chapters/09-cublas.md. Edit there. [sha1 06c385216fc527130bf82ed61bb822186ffc8c27]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("a product of random matrices differs from the reference only by rounding") {
  constexpr int n = 275;
  std::mt19937 bits(5);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (auto* matrix : {&a, &b, &c})
    for (float& number : *matrix) number = static_cast<float>(bits() >> 8) * 0x1p-24f;
  const weft::Buffer<float> on_a(a), on_b(b);
  weft::Buffer<float> on_c(c);
  const float alpha = 1, beta = 0.5f;
  weft::check(cublasSgemm(weft::Blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha,
                          on_a.data(), n, on_b.data(), n, &beta, on_c.data(), n));
  const std::vector<float> product = on_c.to_host();
  double of_difference = 0, of_reference = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double sum = 0.5 * c[i + j * n];
      for (int k = 0; k < n; ++k) sum += double{a[i + k * n]} * b[k + j * n];
      of_difference += (product[i + j * n] - sum) * (product[i + j * n] - sum);
      of_reference += sum * sum;
    }
  CHECK(std::sqrt(of_difference / of_reference) < 1e-6);
  std::printf("%d × %d: the relative error in norm is less than a millionth\n", n, n);
}
