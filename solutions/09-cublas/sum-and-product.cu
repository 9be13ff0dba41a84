// Exercise "Sum and product of matrices with cuBLAS-Xt": matrices in host memory, with cuBLAS-Xt.
#include <algorithm>
#include <functional>
#include <vector>

#include <cublasXt.h>

#include "09-cublas/sum-and-product.hpp"
#include "common/blas.cuh"

// op(A + B) · (A · B), all n × n, column by column, in host memory.
std::vector<float> sum_times_product(cublasXtHandle_t blas, cublasOperation_t op, std::size_t n,
                                     const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> result(n * n);
  // your code begins
  if (n == 0) return result;
  const float one = 1, zero = 0;
  std::vector<float> sum(n * n), product(n * n);
  std::transform(a.begin(), a.end(), b.begin(), sum.begin(), std::plus());
  weft::check(cublasXtSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data(), n, b.data(), n, &zero, product.data(), n));
  weft::check(cublasXtSgemm(blas, op, CUBLAS_OP_N, n, n, n, &one, sum.data(), n, product.data(), n, &zero, result.data(), n));
  // your code ends
  return result;
}
