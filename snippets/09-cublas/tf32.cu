// Tangled from chapters/09-cublas.md. Edit there. [sha1 09bcfb01f657ea63e3ea0664c9025057af7246ce]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

// The largest error of a product with the identity.
float largest_error(cublasMath_t mode) {
  constexpr int n = 256;
  constexpr float number = 1 + 0x1p-12f, one = 1, zero = 0;
  std::vector<float> identity(n * n);
  for (int i = 0; i < n; ++i) identity[i + i * n] = 1;
  const weft::Buffer<float> a(std::vector<float>(n * n, number)), b(identity);
  weft::Buffer<float> c(n * n);
  const weft::Blas blas;
  weft::check(cublasSetMathMode(blas, mode));
  weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data(), n,
                          b.data(), n, &zero, c.data(), n));
  float largest = 0;
  for (const float element : c.to_host())
    largest = std::fmax(largest, std::abs(element - number));
  return largest;
}

TEST_CASE("only TF32 may round the factors, and emulation keeps all their digits") {
  const float standard = largest_error(CUBLAS_DEFAULT_MATH);
  const float tf32 = largest_error(CUBLAS_TF32_TENSOR_OP_MATH);
  const float emulated = largest_error(CUBLAS_FP32_EMULATED_BF16X9_MATH);
  CHECK(standard == 0);
  CHECK((tf32 == 0 || tf32 == 0x1p-12f));  // 0 where it does not round, as on loom
  CHECK(emulated == 0);
  std::printf("the largest error: %g by default, %g with TF32, %g emulated\n", standard, tf32,
              emulated);
}
