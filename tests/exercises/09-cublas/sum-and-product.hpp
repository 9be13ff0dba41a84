// Exercise "Sum and product of matrices with cuBLAS-Xt": what its test calls.
#pragma once

#include <cstddef>
#include <vector>
#include <cublasXt.h>

#include "common/blas.cuh"

std::vector<float> sum_times_product(cublasXtHandle_t blas, cublasOperation_t op, std::size_t n,
                                     const std::vector<float>& a, const std::vector<float>& b);
