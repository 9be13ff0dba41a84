// Exercise "A micro-tile of four by four": what its test calls.
#pragma once

#include "common/matrix.cuh"

__global__ void multiply_four_by_four(weft::MatrixView<const float> a, weft::MatrixView<const float> b, weft::MatrixView<float> c);
