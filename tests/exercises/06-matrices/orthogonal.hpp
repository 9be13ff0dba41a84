// Exercise "Is a matrix orthogonal?": what its test calls.
#pragma once

#include "common/matrix.cuh"

__global__ void count_misses(weft::MatrixView<const float> q, double tolerance, unsigned* misses);
bool is_orthogonal(const weft::Matrix<float>& q, double tolerance);
