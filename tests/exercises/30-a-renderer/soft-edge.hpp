// Exercise "Soft edges, the same for any launch": what its test calls.
#pragma once

#include "common/philox.cuh"

struct Circle {
  float x, y, radius;
};

__global__ void draw_soft(Circle circle, unsigned width, unsigned height, unsigned samples, float* coverage);
void draw_soft_with(std::uint64_t seed, Circle circle, unsigned width, unsigned height, unsigned samples, float* coverage, unsigned blocks,
                    unsigned threads);
