// Exercise "A stable partition into three groups": a stable partition.
#include "17-sorting/three-ways.hpp"
#include "common/scan.cuh"

// 0: below `low`; 2: above `high`; 1: all others, NaN among them.
__host__ __device__ unsigned group_of(float x, float low, float high) { return x < low ? 0 : x > high ? 2 : 1; }

// your code begins
// your code ends

// Writes to `out` first all elements below `low`, then those between, then those above `high`, each group in its order, and to
// *counts, in device memory, the size of each group. An element is read at most twice and written once; nothing is copied to the
// host, and there are no atomic operations except tickets.
void partition_three(weft::View<const float> x, float low, float high, float* out, Three* counts) {
  // your code begins
  // your code ends
}
