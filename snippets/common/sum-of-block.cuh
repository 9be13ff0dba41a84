// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 719d16f6e3a6846be4bb9f099bbf2c7d13d8f4f3]
#pragma once

#include <cuda_runtime.h>

namespace weft {

__device__ inline double sum_of_warp(double mine) {
  for (int below = 16; below > 0; below /= 2) mine += __shfl_down_sync(0xffffffffu, mine, below);
  return mine;
}

// The sum over the block, for thread 0. All threads must call it, and all warps must be complete.
__device__ inline double sum_of_block(double mine) {
  __shared__ double of_warp[32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  mine = sum_of_warp(mine);
  if (lane == 0) of_warp[warp] = mine;
  __syncthreads();
  mine = threadIdx.x < blockDim.x / 32 ? of_warp[threadIdx.x] : 0.0;
  if (warp == 0) mine = sum_of_warp(mine);
  __syncthreads();  // no thread may overwrite of_warp before all have read it
  return mine;
}

}  // namespace weft
