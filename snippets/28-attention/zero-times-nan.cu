// Tangled from chapters/28-attention.md. Edit there. [sha1 9c50a394a1a6bcfc2c34bfb1303e01553f280bc9]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

// The mean of `count` values of a tile of 32, by a warp: a lane for each value, and its weight.
template <bool fill>
__global__ void mean_of_tile(const float* values, unsigned count, float* mean) {
  const float weight = threadIdx.x < count ? 1.0f / static_cast<float>(count) : 0.0f;
  const float value = fill && threadIdx.x >= count ? 0.0f : values[threadIdx.x];
  const float sum = weft::join_warp(weight * value, weft::Sum<float>{});
  if (threadIdx.x == 0) *mean = sum;
}

TEST_CASE("a weight of zero does not hide NaN") {
  std::vector<float> values(32, NAN);
  std::fill(values.begin(), values.begin() + 20, 3.0f);
  const weft::Buffer<float> on_values(values);
  weft::Buffer<float> mean(1);
  mean_of_tile<false><<<1, 32>>>(on_values.data(), 20, mean.data());
  CHECK(std::isnan(mean.to_host()[0]));
  mean_of_tile<true><<<1, 32>>>(on_values.data(), 20, mean.data());
  CHECK(std::abs(mean.to_host()[0] - 3) < 1e-6);
  std::puts("12 weights of zero: NaN, unless the values are filled with zeros");
}
