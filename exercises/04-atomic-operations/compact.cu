// Exercise "Compaction without gaps": compaction, with one ticket for a warp.
#include "04-atomic-operations/compact.hpp"
#include "common/view.cuh"

// Copies the values that are greater than zero to `kept`, starting at kept[*count] and in any order, and adds their number to *count.
// The block size is a multiple of 32.
__global__ void keep_positive(weft::View<const float> values, float* kept, unsigned* count) {
  // your code begins
  // your code ends
}
