// Exercise "A stable partition into three groups": what its test calls.
#pragma once

#include <cstddef>

#include "common/scan.cuh"

// How many elements go to each group.
struct Three {
  std::size_t of[3];
};

__host__ __device__ unsigned group_of(float x, float low, float high);
void partition_three(weft::View<const float> x, float low, float high, float* out, Three* counts);
