// Exercise "One wave of blocks": what its test calls.
#pragma once

#include <cstddef>

__global__ void scale(float* values, std::size_t count, float factor);
cudaError_t scale_on_device(float* values, std::size_t count, float factor, int threads, unsigned* blocks);
