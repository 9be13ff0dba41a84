// Tangled from chapters/10-reductions.md. Edit there. [sha1 a52c5d18d4fbd2bfe8449529d68a5819edad42b5]
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_reduce.cuh>
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

namespace cg = cooperative_groups;
constexpr unsigned block = 256;

// The sum of all threads' numbers, valid in thread 0. Every thread of the block must call it.
__device__ float sum_by_halves(float mine) {
  __shared__ float sums[block];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

struct Tree {
  __device__ static float sum(float mine) { return sum_by_halves(mine); }
};
struct Shuffles {
  __device__ static float sum(float mine) {
    return weft::join_block<block>(mine, weft::Sum<float>{});
  }
};
struct Cub {  // its result is valid only in thread 0
  __device__ static float sum(float mine) {
    using Reduce = cub::BlockReduce<float, block>;
    __shared__ Reduce::TempStorage storage;
    return Reduce(storage).Sum(mine);
  }
};
struct CooperativeGroups {
  __device__ static float sum(float mine) {
    __shared__ cg::block_tile_memory<block> storage;
    const auto tile = cg::tiled_partition<block>(cg::this_thread_block(storage));
    return cg::reduce(tile, mine, cg::plus<float>());
  }
};

// Each reduction needs the result of the one before.
template <class Way>
__global__ void reduce_often(int times, float* totals) {
  float mine = 1.0f, total = 0.0f;
#pragma unroll 1
  for (int i = 0; i < times; ++i) {
    const float sum = Way::sum(mine);
    if (threadIdx.x == 0) {
      total += sum;
      mine = fminf(sum, 1.0f);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

template <class Way>
std::vector<float> totals_of(unsigned blocks, int times) {
  weft::Buffer<float> totals(std::vector<float>(blocks, NAN));
  reduce_often<Way><<<blocks, block>>>(times, totals.data());
  weft::check(cudaGetLastError());
  return totals.to_host();
}

TEST_CASE("a tree, shuffles, CUB and cooperative groups give the same sum of a block") {
  const std::vector<float> expected(3, 4.0f * block);
  CHECK(totals_of<Tree>(3, 4) == expected);
  CHECK(totals_of<Shuffles>(3, 4) == expected);
  CHECK(totals_of<Cub>(3, 4) == expected);
  CHECK(totals_of<CooperativeGroups>(3, 4) == expected);
  std::printf("four reductions of 256 ones: %.0f\n", totals_of<Cub>(1, 4)[0]);
}

TEST_CASE("the time of one reduction of a block" * doctest::skip(!weft::measuring())) {
  constexpr int times = 1 << 14;
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  for (unsigned each = 1; each <= 8; each *= 2) {  // blocks on each multiprocessor
    const unsigned blocks = each * static_cast<unsigned>(processors);
    weft::Buffer<float> totals(blocks);
    const auto seconds = weft::side_by_side(
        9, [&] { reduce_often<Tree><<<blocks, block>>>(times, totals.data()); },
        [&] { reduce_often<Shuffles><<<blocks, block>>>(times, totals.data()); },
        [&] { reduce_often<Cub><<<blocks, block>>>(times, totals.data()); },
        [&] { reduce_often<CooperativeGroups><<<blocks, block>>>(times, totals.data()); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"tree in shared memory", "our shuffles", "cub::BlockReduce",
                                  "cg::reduce"};
    for (int i = 0; i < 4; ++i)
      weft::report({series[i], 1.0 * each, "blocks per multiprocessor",
                    1e9 * seconds[i] / times, "ns"});
  }
}
