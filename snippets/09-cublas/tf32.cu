// Tangled from chapters/09-cublas.md. Edit there. [sha1 4850ef12ab46a48afe59cebf578fe4934cf2ace9]
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
  std::vector<float> unit(n * n);
  for (int i = 0; i < n; ++i) unit[i + i * n] = 1;
  const weft::Buffer<float> a(std::vector<float>(n * n, number)), b(unit);
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

TEST_CASE("factors keep all their digits unless TF32 is requested") {
  const float plain = largest_error(CUBLAS_DEFAULT_MATH);
  const float asked = largest_error(CUBLAS_TF32_TENSOR_OP_MATH);
  CHECK(plain == 0);
  CHECK((asked == 0 || asked == 0x1p-12f));  // 0 where it does not round, as on loom
  std::printf("the largest error: %g by default, %g with TF32\n", plain, asked);
}
