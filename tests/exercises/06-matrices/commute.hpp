// Exercise "Do two matrices commute?": what its test calls.
#pragma once

#include "common/matrix.cuh"

__global__ void count_differences(weft::MatrixView<const float> a, weft::MatrixView<const float> b, unsigned* differences);
bool commute(const weft::Matrix<float>& a, const weft::Matrix<float>& b);
