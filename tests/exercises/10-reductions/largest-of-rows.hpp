// Exercise "The largest of each row": what its test calls.
#pragma once

#include "common/matrix.cuh"
#include "common/reduce.cuh"

__global__ void largest_of_rows(weft::MatrixView<const float> matrix, unsigned* places);
