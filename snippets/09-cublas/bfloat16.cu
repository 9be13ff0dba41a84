// Tangled from chapters/09-cublas.md. Edit there. [sha1 9160de90d69b1dc99a08c1e5ea59ac08e72b5aae]
#include <cstdio>
#include <vector>

#include <cuda_bf16.h>
#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("bfloat16 factors, and a sum that a bfloat16 could not hold") {
  constexpr int m = 3, n = 2, k = 300;
  const std::vector<__nv_bfloat16> short_a(m * k, __float2bfloat16(3.0f)),
      short_b(k * n, __float2bfloat16(1.0f));
  const weft::Buffer<__nv_bfloat16> a(short_a), b(short_b);
  weft::Buffer<float> c(m * n);
  const float one = 1, zero = 0;
  weft::check(cublasGemmEx(weft::Blas(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a.data(),
                           CUDA_R_16BF, m, b.data(), CUDA_R_16BF, k, &zero, c.data(),
                           CUDA_R_32F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  CHECK(c.to_host() == std::vector<float>(m * n, 900));
  CHECK(__bfloat162float(__float2bfloat16(899.0f)) != 899.0f);
  CHECK(__bfloat162float(__float2bfloat16(1 + 0x1p-7f)) == 1 + 0x1p-7f);
  CHECK(__bfloat162float(__float2bfloat16(1 + 0x1p-9f)) == 1);
  std::printf("300 times 3 is %g\n", c.to_host()[0]);
}
