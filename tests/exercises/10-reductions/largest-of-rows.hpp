// Exercise "The column of the largest value in each row, by one warp": what its test calls.
#pragma once

#include "common/matrix.cuh"
#include "common/reduce.cuh"

__global__ void largest_of_rows(weft::MatrixView<const float> matrix, unsigned* places);
