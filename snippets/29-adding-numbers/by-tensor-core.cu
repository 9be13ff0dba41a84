// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 590932e7e6d813be0454a4af37ad6688d0919c05]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/tensor-core.cuh"
#include "common/warpgroup.cuh"

static const weft::NeedsHopper hopper;  // other generations keep other numbers of bits

// The sum of 16 · steps numbers by one warp: the first row of a, times columns of ones.
__global__ void sum_by_mma(const weft::Bf16* x, unsigned steps, float* sum) {
  const unsigned row = threadIdx.x / 4, first = threadIdx.x % 4 * 2, one = 0x3f803f80;  // two ones
  float sums[4] = {};
  for (unsigned step = 0; step < steps; ++step) {
    const auto pair = [&](unsigned at) {
      return row == 0 ? *reinterpret_cast<const unsigned*>(x + 16 * step + at) : 0u;
    };
    const unsigned a[4] = {pair(first), 0, pair(first + 8), 0}, b[2] = {one, one};
    weft::mma(sums, a, b);
  }
  if (threadIdx.x == 0) *sum = sums[0];
}

TEST_CASE("what a tensor core cuts off adds up") {
  constexpr unsigned steps = 4096;
  std::mt19937 random(9);
  std::vector<weft::Bf16> x;
  double exact = 0;
  float chain = 0;
  for (unsigned i = 0; i < 16 * steps; ++i) {
    const float size = std::ldexp(1.0f, -static_cast<int>(random() % 8));
    x.push_back(__float2bfloat16(size + size * (static_cast<float>(random() >> 8) * 0x1p-24f)));
    exact += __bfloat162float(x.back());
    chain += __bfloat162float(x.back());
  }
  const weft::Buffer<weft::Bf16> on_device(x);
  weft::Buffer<float> result(1);
  sum_by_mma<<<1, 32>>>(on_device.data(), steps, result.data());
  weft::check(cudaGetLastError());
  const double error = result.to_host()[0] / exact - 1, of_chain = chain / exact - 1;
  CHECK(error <= 0);
  CHECK(-error <= 21.0 * steps * 0x1p-25);
  CHECK(-error > std::abs(of_chain));
  std::printf("65,536 positive numbers: relative error %.1e by a tensor core, %.1e one by one\n",
              error, of_chain);
}
