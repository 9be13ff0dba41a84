// Exercise "The lower half of a product with its transpose": what its test calls.
#pragma once

#include <cstddef>

#include "common/matrix.cuh"

__global__ void lower_half(float alpha, weft::MatrixView<const float> a, float beta, weft::MatrixView<float> c);
unsigned blocks_for(std::size_t n);
