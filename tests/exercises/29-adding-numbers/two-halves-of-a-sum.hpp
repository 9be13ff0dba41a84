// Exercise "Combining two compensated sums": what its test calls.
#pragma once

#include "common/reduce.cuh"

// Stands for high + low; low is at most half of the last bit of high.
struct Parts {
  float high, low;
};

// a + b is exactly sum + error.
inline __host__ __device__ void two_sum(float a, float b, float& sum, float& error) {
  sum = a + b;
  const float of_b = sum - a, of_a = sum - of_b;
  error = (a - of_a) + (b - of_b);
}

struct AddParts;

Parts sum_in_parts(weft::View<const float> x, unsigned blocks);
