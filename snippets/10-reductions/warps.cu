// Tangled from chapters/10-reductions.md. Edit there. [sha1 a716f9dc3fcbbdd708185077099c0e78cee98615]
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/warp/warp_reduce.cuh>
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

namespace cg = cooperative_groups;

__device__ int sum_by_shuffles(int mine) { return weft::join_warp(mine, weft::Sum<int>{}); }

__device__ int sum_by_instruction(int mine) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 800
  return __reduce_add_sync(0xffffffffu, mine);
#else
  return sum_by_shuffles(mine);  // older devices
#endif
}

__device__ int sum_by_cub(int mine) {  // valid only in lane 0
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage storage[8];  // one for each warp of a block of 256 threads
  const int sum = Reduce(storage[threadIdx.x / 32]).Sum(mine);
  __syncwarp();  // before the storage is used again
  return sum;
}

__device__ int sum_by_group(int mine) {
  return cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), mine, cg::plus<int>());
}

template <int (*sum)(int)>
__global__ void sums_of_warps(const int* values, int* sums) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = __shfl_sync(0xffffffffu, sum(values[i]), 0);  // that of lane 0
}

template <int (*sum)(int)>
__global__ void add_up_often(int times, int* results) {
  int mine = static_cast<int>(threadIdx.x);
  for (int i = 0; i < times; ++i) mine = sum(mine) + i;
  results[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

TEST_CASE("warp sums per second" * doctest::skip(!weft::measuring())) {
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned blocks = 8 * static_cast<unsigned>(processors);
  weft::Buffer<int> shuffled(256 * blocks), instructed(256 * blocks), others(256 * blocks);
  for (int times = 1 << 8; times <= 1 << 14; times <<= 3) {
    const auto seconds = weft::side_by_side(
        9, [&] { add_up_often<sum_by_shuffles><<<blocks, 256>>>(times, shuffled.data()); },
        [&] { add_up_often<sum_by_instruction><<<blocks, 256>>>(times, instructed.data()); },
        [&] { add_up_often<sum_by_cub><<<blocks, 256>>>(times, others.data()); },
        [&] { add_up_often<sum_by_group><<<blocks, 256>>>(times, others.data()); });
    weft::check(cudaGetLastError());
    CHECK(shuffled.to_host() == instructed.to_host());
    CHECK(1.8 * seconds[1] < seconds[0]);  // two cycles instead of five, for long loops
    const char* const series[] = {"five shuffles", "one instruction", "cub::WarpReduce",
                                  "cg::reduce"};
    for (int i = 0; i < 4; ++i)
      weft::report({series[i], 1.0 * times, "sums per warp", 8e-9 * blocks * times / seconds[i],
                    "G sums/s"});
  }
}

template <int (*sum)(int)>
std::vector<int> sums_by(const std::vector<int>& values) {
  const weft::Buffer<int> in(values);
  weft::Buffer<int> sums(values.size());
  sums_of_warps<sum><<<2, 64>>>(in.data(), sums.data());
  weft::check(cudaGetLastError());
  return sums.to_host();
}

TEST_CASE("shuffles, the instruction, CUB and cooperative groups give the same sum of a warp") {
  std::vector<int> values(128), expected(128, 0);
  for (int i = 0; i < 128; ++i) values[i] = (i * i * 7919) % 2001 - 1000;
  values[5] = 2147483647;  // the sum wraps around, to the same value in any order
  for (int i = 0; i < 128; ++i)
    for (int lane = 0; lane < 32; ++lane)
      expected[i] = static_cast<int>(unsigned(expected[i]) + unsigned(values[i / 32 * 32 + lane]));
  CHECK(sums_by<sum_by_shuffles>(values) == expected);
  CHECK(sums_by<sum_by_instruction>(values) == expected);
  CHECK(sums_by<sum_by_cub>(values) == expected);
  CHECK(sums_by<sum_by_group>(values) == expected);
  std::printf("the second warp: %d\n", sums_by<sum_by_instruction>(values)[32]);
}
