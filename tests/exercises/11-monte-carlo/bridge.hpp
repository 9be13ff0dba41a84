// Exercise "Paths by the Brownian bridge": what its test calls.
#pragma once

#include "common/buffer.cuh"

__global__ void bridge(unsigned levels, weft::View<const float> z, weft::View<float> w);
