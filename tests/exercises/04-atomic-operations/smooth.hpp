// Exercise "Many steps in one cooperative launch": what its test calls.
#pragma once

#include <cstddef>

#include "common/view.cuh"

__global__ void smooth(float* from, float* to, std::size_t count, unsigned steps);
void smooth_in_one_launch(weft::View<float> from, weft::View<float> to, unsigned steps);
