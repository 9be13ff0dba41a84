// Exercise "The residual of tridiagonal systems": what its test calls.
#pragma once

#include "common/tridiagonal.cuh"

__global__ void residual(weft::Systems<float> of, float* r);
