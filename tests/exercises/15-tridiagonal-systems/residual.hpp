// Exercise "The test of a solution": what its test calls.
#pragma once

#include "common/tridiagonal.cuh"

__global__ void residual(weft::Systems<float> of, float* r);
