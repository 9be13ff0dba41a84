// Exercise "A product with a transpose": what its test calls.
#pragma once

#include "common/matrix.cuh"

void by_transpose(weft::MatrixView<const float> a, weft::MatrixView<const float> b, weft::MatrixView<float> c);
