// Exercise "Small tridiagonal systems of any length": what its test calls.
#pragma once

#include "common/cyclic-reduction.cuh"

__global__ void small_systems(weft::Systems<float> of);
