// Tangled from chapters/10-reductions.md. Edit there. [sha1 b777308b2be1b170508252d5375c26aee394cd41]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__device__ int sum_of_block(int mine) {
  __shared__ int of_warp[2];
  for (unsigned distance = 16; distance > 0; distance /= 2)
    mine += __shfl_xor_sync(0xffffffffu, mine, distance);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;  // finds: race
  __syncthreads();
  return of_warp[0] + of_warp[1];
}

__global__ void two_sums(const int* values, int* sums) {
  const int sum = sum_of_block(values[threadIdx.x]);
  const int squares = sum_of_block(values[threadIdx.x] * values[threadIdx.x]);
  if (threadIdx.x == 0) {
    sums[0] = sum;
    sums[1] = squares;
  }
}

TEST_CASE("the second sum of a block may overwrite the first") {
  const weft::Buffer<int> values(std::vector<int>(64, 3));
  weft::Buffer<int> sums(std::vector<int>{0, 0});
  two_sums<<<1, 64>>>(values.data(), sums.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(sums.to_host()[1] <= 64 * 9);
}
