// Exercise "The stretch with the largest sum: a reduction in order": what its test calls.
#pragma once

#include "common/buffer.cuh"

// The sums of a part that are needed to combine it with its neighbours. Stretches may be empty, so none of the last three is negative.
struct Best {
  long long all;        // the sum of the whole part
  long long beginning;  // the largest sum of a stretch that begins where the part begins
  long long end;        // … that ends where the part ends
  long long stretch;    // … anywhere in it
};

__host__ __device__ Best join(const Best& left, const Best& right);
long long best_stretch(weft::View<const int> x, unsigned blocks);
