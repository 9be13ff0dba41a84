// Exercise "The largest of a long row": a cluster holds a row in its shared memory.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cfloat>
#include <cmath>

#include "26-asynchronous-copies/long-rows.hpp"
#include "common/check.cuh"

namespace cg = cooperative_groups;

constexpr unsigned threads = 256;

// The largest of all values that the threads of a block have. For all threads.
__device__ float largest_of_block(float mine) {
  __shared__ float of_warp[threads / 32];
  for (unsigned distance = 16; distance > 0; distance /= 2) mine = fmaxf(mine, __shfl_xor_sync(~0u, mine, distance));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  for (const float other : of_warp) mine = fmaxf(mine, other);
  return mine;
}

__global__ void __cluster_dims__(blocks_of_row) subtract(const float* x, float* out, unsigned columns) {
  __shared__ float mine[most_of_block];  // my part of the row
  __shared__ float largest;              // of it
  // your code begins
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned each = (columns + blocks_of_row - 1) / blocks_of_row, first = cluster.block_rank() * each;
  const unsigned count = first < columns ? min(each, columns - first) : 0;
  const std::size_t begin = std::size_t{blockIdx.x / blocks_of_row} * columns + first;
  float here = -INFINITY;
  for (unsigned i = threadIdx.x; i < count; i += threads) {
    mine[i] = x[begin + i];
    here = fmaxf(here, mine[i]);
  }
  const float of_block = largest_of_block(here);
  if (threadIdx.x == 0) largest = of_block;
  cluster.sync();
  float of_row = -INFINITY;
  for (unsigned rank = 0; rank < blocks_of_row; ++rank) of_row = fmaxf(of_row, *cluster.map_shared_rank(&largest, rank));
  for (unsigned i = threadIdx.x; i < count; i += threads) out[begin + i] = mine[i] - of_row;
  cluster.sync();
  // your code ends
}

void subtract_largest(const float* x, float* out, unsigned rows, unsigned columns) {
  if (rows == 0) return;
  subtract<<<rows * blocks_of_row, threads>>>(x, out, columns);
  weft::check(cudaGetLastError());
}
