// Exercise "One atomic operation per block": a count with one atomic operation for each block.
#include "04-atomic-operations/sparing.hpp"
#include "common/view.cuh"

// Adds to *count how many values are greater than `limit`. The block size is a multiple of 32.
__global__ void count_above(weft::View<const float> values, float limit, unsigned* count) {
  // your code begins
  // your code ends
}
