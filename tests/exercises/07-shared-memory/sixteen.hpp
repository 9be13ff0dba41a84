// Exercise "Swizzling a 16 × 16 tile": what its test calls.
#pragma once

#include "common/matrix.cuh"

__host__ __device__ unsigned place_of(unsigned row, unsigned column);
void transpose_by_sixteen(weft::MatrixView<const float> in, weft::MatrixView<float> out);
