// Exercise "One atomic operation per block": a count with one atomic operation for each block.
#include "04-atomic-operations/sparing.hpp"
#include "common/view.cuh"

// Adds to *count how many values are greater than `limit`. The block size is a multiple of 32.
__global__ void count_above(weft::View<const float> values, float limit, unsigned* count) {
  // your code begins
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < values.size(); i += threads)
    mine += values[i] > limit;
  __shared__ unsigned of_warp[32];
  for (unsigned distance = 16; distance > 0; distance /= 2) mine += __shfl_xor_sync(0xffffffffu, mine, distance);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  unsigned of_block = 0;
  for (unsigned warp = 0; warp < blockDim.x / 32; ++warp) of_block += of_warp[warp];
  atomicAdd(count, of_block);
  // your code ends
}
