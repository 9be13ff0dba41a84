// Tangled from chapters/09-cublas.md. Edit there. [sha1 466f576ba4a24d1e787ea90ab94ae40ddc972a7e]
#include <cstdio>
#include <vector>

#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include "common/blas.cuh"

// The first element of a product of matrices of ones, 64 × 64.
float first_element(cublasComputeType_t type, const void* one, const void* zero) {
  constexpr int n = 64;
  const std::vector<__half> ones(n * n, __float2half(1.0f)), sevens(n * n, __float2half(7.0f));
  const weft::Buffer<__half> a(ones), b(ones);
  weft::Buffer<__half> c(sevens);
  weft::check(cublasGemmEx(weft::Blas(), CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, a.data(),
                           CUDA_R_16F, n, b.data(), CUDA_R_16F, n, zero, c.data(), CUDA_R_16F,
                           n, type, CUBLAS_GEMM_DEFAULT));
  return __half2float(c.to_host()[0]);
}

TEST_CASE("with a compute type that does not match alpha, the product is zero") {
  const float one = 1, zero = 0;
  const __half short_one = __float2half(1.0f), short_zero = __float2half(0.0f);
  CHECK(first_element(CUBLAS_COMPUTE_32F, &one, &zero) == 64);
  CHECK(first_element(CUBLAS_COMPUTE_16F, &short_one, &short_zero) == 64);
  const float wrong = first_element(CUBLAS_COMPUTE_16F, &one, &zero);
  CHECK(wrong == 0);
  std::printf("with a float for a 16-bit alpha, the product is %g\n", wrong);
}
