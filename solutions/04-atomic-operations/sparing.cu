// Chapter 4, exercise "One coin a block": a count with one atomic operation for each block.
#include "common/view.cuh"

// Adds to *count how many values are greater than `limit`. The block size is a multiple of 32.
__global__ void count_above(weft::View<const float> values, float limit, unsigned* count) {
  // your code begins
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned of_block = 0;
  for (std::size_t first = std::size_t{blockIdx.x} * blockDim.x; first < values.size(); first += threads) {
    const std::size_t i = first + threadIdx.x;
    of_block += static_cast<unsigned>(__syncthreads_count(i < values.size() && values[i] > limit));
  }
  if (threadIdx.x == 0) atomicAdd(count, of_block);
  // your code ends
}
