// Exercise "A sweep that marches down the rows": what its test calls.
#pragma once

#include "common/matrix.cuh"

__host__ __device__ float quarter(float west, float east, float north, float south);
__global__ void sweep_down(weft::MatrixView<const float> in, weft::MatrixView<float> out, unsigned chunk);
void sweep(weft::MatrixView<const float> in, weft::MatrixView<float> out, unsigned chunk);
