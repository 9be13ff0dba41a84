// Tangled from chapters/10-reductions.md. Edit there. [sha1 bac1cb6cceeb5af92d1820c938c2e16aeebdab77]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

__device__ int sum_by_shuffles(int mine) { return weft::join_warp(mine, weft::Sum<int>{}); }

__device__ int sum_by_instruction(int mine) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 800
  return __reduce_add_sync(0xffffffffu, mine);
#else
  return sum_by_shuffles(mine);  // older devices
#endif
}

__global__ void sums_of_warps(const int* values, int* by_shuffles, int* by_instruction) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  by_shuffles[i] = sum_by_shuffles(values[i]);
  by_instruction[i] = sum_by_instruction(values[i]);
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
  weft::Buffer<int> shuffled(256 * blocks), instructed(256 * blocks);
  for (int times = 1 << 8; times <= 1 << 14; times <<= 3) {
    const auto [shuffles, instruction] = weft::side_by_side(
        9, [&] { add_up_often<sum_by_shuffles><<<blocks, 256>>>(times, shuffled.data()); },
        [&] { add_up_often<sum_by_instruction><<<blocks, 256>>>(times, instructed.data()); });
    weft::check(cudaGetLastError());
    CHECK(shuffled.to_host() == instructed.to_host());
    CHECK(1.8 * instruction < shuffles);  // two cycles instead of five, for long loops
    const double sums = 8e-9 * blocks * times;
    weft::report({"five shuffles", 1.0 * times, "sums per warp", sums / shuffles, "G sums/s"});
    weft::report({"one instruction", 1.0 * times, "sums per warp", sums / instruction, "G sums/s"});
  }
}

TEST_CASE("five shuffles and one instruction give the same sum, in every lane") {
  std::vector<int> values(128), expected(128, 0);
  for (int i = 0; i < 128; ++i) values[i] = (i * i * 7919) % 2001 - 1000;
  values[5] = 2147483647;  // integers wrap around, in any order to the same
  for (int i = 0; i < 128; ++i)
    for (int lane = 0; lane < 32; ++lane)
      expected[i] = static_cast<int>(unsigned(expected[i]) + unsigned(values[i / 32 * 32 + lane]));
  const weft::Buffer<int> in(values);
  weft::Buffer<int> shuffled(128), instructed(128);
  sums_of_warps<<<2, 64>>>(in.data(), shuffled.data(), instructed.data());
  weft::check(cudaGetLastError());
  CHECK(shuffled.to_host() == expected);
  CHECK(instructed.to_host() == expected);
  std::printf("the second warp: %d\n", shuffled.to_host()[32]);
}
