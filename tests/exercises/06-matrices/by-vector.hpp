// Exercise "Products of a matrix and a vector": what its test calls.
#pragma once

#include "common/matrix.cuh"

__global__ void times(weft::MatrixView<const float> a, weft::View<const float> x, weft::View<float> y);
__global__ void transposed_times(weft::MatrixView<const float> a, weft::View<const float> x, weft::View<float> y);
