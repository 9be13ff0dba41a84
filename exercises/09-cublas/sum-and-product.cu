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
  // your code ends
  return result;
}
