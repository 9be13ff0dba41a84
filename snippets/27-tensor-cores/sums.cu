// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 70a2a212c39a101ce41f4c38e7549e6dd462c3c0]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/tensor-core.cuh"
#include "common/warpgroup.cuh"

static const weft::NeedsHopper hopper;  // other generations keep other numbers of bits

using Bf16 = __nv_bfloat16;
using Sixteen = std::vector<float>;

float sum_on_device(float c, const Sixteen& a, const Sixteen& b);

// A warp computes c + a b, with the first row of a and the first column of b, and zeros elsewhere.
__global__ void sum_of_sixteen(float c, const Bf16* a, const Bf16* b, float* result) {
  const unsigned row = threadIdx.x / 4, first = threadIdx.x % 4 * 2;
  const auto pair = [&](const Bf16* x, unsigned at) {
    return row == 0 ? *reinterpret_cast<const unsigned*>(x + at) : 0u;
  };
  const unsigned of_a[4] = {pair(a, first), 0, pair(a, first + 8), 0};
  const unsigned of_b[2] = {pair(b, first), pair(b, first + 8)};
  float sums[4] = {c, c, c, c};
  weft::mma(sums, of_a, of_b);
  if (threadIdx.x == 0) *result = sums[0];
}

float sum_on_device(float c, const Sixteen& a, const Sixteen& b) {
  std::vector<Bf16> in_a, in_b;
  for (const float x : a) in_a.push_back(__float2bfloat16(x));
  for (const float x : b) in_b.push_back(__float2bfloat16(x));
  const weft::Buffer<Bf16> on_a(in_a), on_b(in_b);
  weft::Buffer<float> result(1);
  sum_of_sixteen<<<1, 32>>>(c, on_a.data(), on_b.data(), result.data());
  weft::check(cudaGetLastError());
  return result.to_host()[0];
}

// 1 + sixteen products of 2^-e, where the last one may have another sign.
float one_and_sixteen(int e, float last = 1) {
  Sixteen a(16, std::ldexp(1.0f, -e));
  a[15] *= last;
  return sum_on_device(1, a, Sixteen(16, 1.0f));
}

TEST_CASE("sixteen products that would each be lost alone are added up") {
  CHECK(one_and_sixteen(24) == 1 + 0x1p-20f);  // one by one, with rounding to nearest: 1
  CHECK(one_and_sixteen(25) == 1 + 0x1p-21f);
  std::printf("1 + 16 * 2^-25 = 1 + %g\n", one_and_sixteen(25) - 1.0);
}

TEST_CASE("25 bits below the largest are kept, the rest is cut off before the addition") {
  CHECK(one_and_sixteen(26) == 1);  // although 1 + 2^-22 can be represented
  std::printf("1 + 16 * 2^-26 = 1 + %g\n", one_and_sixteen(26) - 1.0);
}

TEST_CASE("the sum is cut off to the 24 bits of a float, not rounded") {
  Sixteen a(16, 0.0f);
  a[0] = 1.5f * 0x1p-24f;  // three quarters of the last bit
  CHECK(sum_on_device(1, a, Sixteen(16, 1.0f)) == 1);
  CHECK(1 + 1.5f * 0x1p-24f == 1 + 0x1p-23f);  // what a float addition makes of it
  CHECK(sum_on_device(-1, a, Sixteen(16, 1.0f)) == -1 + 0x1p-23f);  // towards zero
}

TEST_CASE("the order does not matter") {
  const float big = 0x1p+60f;
  for (int place = 1; place < 16; ++place) {
    Sixteen a(16, 1.0f);
    a[0] = big;
    a[place] = -big;
    CHECK(sum_on_device(0, a, Sixteen(16, 1.0f)) == 0);  // 14 ones are below the 25 bits
  }
  std::printf("2^60 - 2^60 + 14 = %g, in any order\n", 0.0);
}

// c + a b as an H100 computes it: what it cuts off, in units of 2^(largest exponent - 25).
float model(float c, const Sixteen& a, const Sixteen& b) {
  int largest = c == 0 ? -1000 : std::ilogb(c);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] * b[i] != 0) largest = std::max(largest, std::ilogb(a[i]) + std::ilogb(b[i]));
  const auto cut = [&](double x) { return std::trunc(std::ldexp(x, 25 - largest)); };
  double sum = cut(c);
  for (std::size_t i = 0; i < a.size(); ++i) sum += cut(static_cast<double>(a[i]) * b[i]);
  if (sum == 0) return 0;
  const int last = std::ilogb(sum) - 23;  // the last bit of a float
  return static_cast<float>(std::ldexp(std::trunc(std::ldexp(sum, -last)), last + largest - 25));
}

TEST_CASE("the model computes the same bits as the device") {
  std::mt19937 bits(1);
  const auto number = [&](int range) {
    const float size = std::ldexp(1.0f, static_cast<int>(bits() % (2 * range + 1)) - range);
    const float value = static_cast<float>(bits() % 256) / 64 - 2;
    return __bfloat162float(__float2bfloat16(value * size));
  };
  int differ = 0, float_differs = 0;
  for (int run = 0; run < 300; ++run) {
    Sixteen a(16), b(16);
    for (float& x : a) x = number(run % 12);
    for (float& x : b) x = number(run % 12);
    const float c = number(run % 20) * 1.001f, found = sum_on_device(c, a, b);
    float one_by_one = c;
    for (int i = 0; i < 16; ++i) one_by_one = std::fma(a[i], b[i], one_by_one);
    differ += model(c, a, b) != found;
    float_differs += one_by_one != found;
  }
  CHECK(differ == 0);
  CHECK(float_differs > 50);
}
