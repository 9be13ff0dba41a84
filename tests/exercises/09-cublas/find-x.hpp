// Exercise "Two triangular systems": what its test calls.
#pragma once

#include <vector>

#include "common/blas.cuh"

std::vector<double> find_x(cublasHandle_t blas, double alpha, int n, const std::vector<double>& a,
                           const std::vector<double>& c, const std::vector<double>& b);
