// Tangled from chapters/09-cublas.md. Edit there. [sha1 55b8c47f80acc6d7a496f5c0354321211103053a]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

__global__ void widen(weft::View<const float> from, weft::View<double> to) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < from.size()) to[i] = from[i];
}

double dot_in_double(const weft::Blas& blas, const weft::Buffer<float>& x,
                     const weft::Buffer<float>& y) {
  const int n = static_cast<int>(x.size());
  weft::Buffer<double> wide_x(x.size()), wide_y(y.size());
  const unsigned blocks = (n + 255) / 256;
  widen<<<blocks, 256>>>(x.view(), wide_x.view());
  widen<<<blocks, 256>>>(y.view(), wide_y.view());
  weft::check(cudaGetLastError());
  double result = 0;
  weft::check(cublasDdot(blas, n, wide_x.data(), 1, wide_y.data(), 1, &result));
  return result;
}

TEST_CASE("cuBLAS does not accumulate floats in double") {
  const weft::Buffer<float> x(std::vector<float>{4097, 1, -4095, 1});
  const weft::Buffer<float> y(std::vector<float>{4097, 1, 4099, 1});
  const weft::Blas blas;
  const auto ask = [&](cudaDataType type, void* result) {
    return cublasDotEx(blas, 4, x.data(), CUDA_R_32F, 1, y.data(), CUDA_R_32F, 1, result,
                       type, type);
  };
  float single = 0;
  double wide = 0;
  CHECK(ask(CUDA_R_32F, &single) == CUBLAS_STATUS_SUCCESS);
  CHECK(ask(CUDA_R_64F, &wide) == CUBLAS_STATUS_NOT_SUPPORTED);
  CHECK(dot_in_double(blas, x, y) == 6);
  std::printf("in double, after widening: %g\n", dot_in_double(blas, x, y));

  weft::Buffer<double> product(1);
  const double one = 1, zero = 0;
  CHECK(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 4, &one, x.data(), CUDA_R_32F, 4,
                     y.data(), CUDA_R_32F, 4, &zero, product.data(), CUDA_R_64F, 1,
                     CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_SUCCESS);
}
