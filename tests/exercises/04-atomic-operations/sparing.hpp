// Exercise "One atomic operation per block": what its test calls.
#pragma once

#include "common/view.cuh"

__global__ void count_above(weft::View<const float> values, float limit, unsigned* count);
