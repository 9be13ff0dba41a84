// Exercise "A product with a transposed first factor": what its test calls.
#pragma once

#include "common/matrix.cuh"
#include "common/product-kernel.cuh"

using Factor = weft::MatrixView<const float>;

// The tile of a block, and its number of threads.
struct Variant {
  unsigned block_m, block_n, threads;
};

Variant variant();
__global__ void multiply_turned(Factor a, Factor b, weft::MatrixView<float> c);
