// Tangled from chapters/10-reductions.md. Edit there. [sha1 ed5673a8b27a4411db14bb23047ab483e05c9c04]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

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

TEST_CASE("five shuffles and one instruction come to the same sum, in every lane") {
  std::vector<int> values(128), expected(128, 0);
  for (int i = 0; i < 128; ++i) values[i] = (i * i * 7919) % 2001 - 1000;
  values[5] = 2147483647;  // whole numbers wrap around, in any order to the same
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
