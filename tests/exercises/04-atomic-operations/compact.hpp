// Exercise "Compaction without gaps": what its test calls.
#pragma once

#include "common/view.cuh"

__global__ void keep_positive(weft::View<const float> values, float* kept, unsigned* count);
