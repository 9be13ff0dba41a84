#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "support.hpp"

#include "27-tensor-cores/as-the-device-adds.hpp"
#include "common/tensor-core.cuh"

static const weft::NeedsCapability at_least(8);

// Each warp adds 16 products to a number: those of its first row and column.
__global__ void add_on_device(const float* c, const __nv_bfloat16* a, const __nv_bfloat16* b, float* sums) {
  const unsigned row = threadIdx.x / 4, first = blockIdx.x * 16 + threadIdx.x % 4 * 2;
  const auto pair = [&](const __nv_bfloat16* x, unsigned at) {
    return row == 0 ? *reinterpret_cast<const unsigned*>(x + at) : 0u;
  };
  float d[4] = {c[blockIdx.x], 0, 0, 0};
  weft::mma(d, {pair(a, first), 0, pair(a, first + 8), 0}, {pair(b, first), pair(b, first + 8)});
  if (threadIdx.x == 0) sums[blockIdx.x] = d[0];
}

float one_and(float product, unsigned count = 16) {
  const std::vector<float> a(count, product), ones(count, 1.0f);
  return add_as_hopper(1, a.data(), ones.data(), count);
}

TEST_CASE("small products count together") {
  CHECK(one_and(0x1p-25f) == 1 + 0x1p-21f);
  CHECK(one_and(0x1p-25f, 8) == 1 + 0x1p-22f);
}

TEST_CASE("what lies 26 bits below the largest is cut off") {
  CHECK(one_and(0x1p-26f) == 1);
  CHECK(one_and(0x1.8p-25f) == 1 + 0x1p-21f);
  CHECK(one_and(-0x1p-26f) == 1);
}

TEST_CASE("the sum is cut off towards zero") {
  std::vector<float> a(16), ones(16, 1.0f);
  a[3] = 0x1.8p-24f;
  CHECK(add_as_hopper(1, a.data(), ones.data(), 16) == 1);
  CHECK(add_as_hopper(-1, a.data(), ones.data(), 16) == -1 + 0x1p-23f);
}

TEST_CASE("the exponent of a product is that of its factors") {
  // 1.5 * 1.5 is 2.25, but counts as exponent 0: what is 25 bits below 1 is kept.
  std::vector<float> a(16), b(16, 1.0f);
  a[0] = b[0] = 1.5f;
  for (int i = 1; i < 16; ++i) a[i] = 0x1p-25f;
  a[1] = -2.25f;
  CHECK(add_as_hopper(0, a.data(), b.data(), 16) == 0);
  a[1] = -1.5f;
  b[1] = 1.5f;
  CHECK(add_as_hopper(0, a.data(), b.data(), 16) == 14 * 0x1p-25f);
}

TEST_CASE("zeros, and sums of zero") {
  const std::vector<float> zeros(16), ones(16, 1.0f);
  CHECK(add_as_hopper(0, zeros.data(), ones.data(), 16) == 0);
  CHECK(add_as_hopper(-3, zeros.data(), ones.data(), 16) == -3);
  CHECK(add_as_hopper(-16, ones.data(), ones.data(), 16) == 0);
  CHECK(!std::signbit(add_as_hopper(-16, ones.data(), ones.data(), 16)));
}

int capability() {
  int major = 0;
  require_success(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  return major;
}

TEST_CASE("random numbers, as the device adds them") {
  if (capability() != 9) return;  // other generations keep other numbers of bits
  std::mt19937 bits(1);
  const auto number = [&](int range) {
    const float size = std::ldexp(1.0f, static_cast<int>(bits() % (2 * range + 1)) - range);
    return __bfloat162float(__float2bfloat16((static_cast<float>(bits() % 256) / 64 - 2) * size));
  };
  constexpr unsigned runs = 200;
  std::vector<float> c, a, b;
  for (unsigned run = 0; run < runs; ++run) {
    c.push_back(number(run % 20) * 1.001f);
    for (int i = 0; i < 16; ++i) a.push_back(number(run % 12)), b.push_back(number(run % 12));
  }
  std::vector<__nv_bfloat16> in_a, in_b;
  for (const float x : a) in_a.push_back(__float2bfloat16(x));
  for (const float x : b) in_b.push_back(__float2bfloat16(x));
  DeviceArray<float> on_c(c);
  DeviceArray<__nv_bfloat16> on_a(in_a), on_b(in_b);
  DeviceArray<float> sums(runs);
  add_on_device<<<runs, 32>>>(on_c.data(), on_a.data(), on_b.data(), sums.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  std::vector<float> expected;
  for (unsigned run = 0; run < runs; ++run) expected.push_back(add_as_hopper(c[run], &a[run * 16], &b[run * 16], 16));
  CHECK(difference(expected, sums.read()) == "");
}
