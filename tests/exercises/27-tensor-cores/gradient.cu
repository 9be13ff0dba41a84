#include <doctest/doctest.h>

#include "support.hpp"

#include "27-tensor-cores/gradient.hpp"
#include "common/async.cuh"

static const weft::NeedsCapability at_least(8);

std::vector<__nv_bfloat16> few(std::size_t count, unsigned seed) {
  std::vector<__nv_bfloat16> values;
  for (const int value : random_values<int>(count, seed)) values.push_back(__float2bfloat16(static_cast<float>(value % 7)));
  return values;
}

std::string wrong_in(unsigned m, unsigned n, unsigned k) {
  const auto in_a = few(k * m, 1), in_b = few(k * n, 2);
  std::vector<float> expected(m * n, 0.0f);
  for (unsigned l = 0; l < k; ++l)
    for (unsigned i = 0; i < m; ++i)
      for (unsigned j = 0; j < n; ++j) expected[i * n + j] += __bfloat162float(in_a[l * m + i]) * __bfloat162float(in_b[l * n + j]);
  DeviceArray<__nv_bfloat16> a(in_a), b(in_b);
  DeviceArray<float> c(m * n);
  multiply_turned<<<blocks_for(m, n), threads()>>>(a.data(), b.data(), c.data(), m, n, k);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(c.written_around() == "");
  return difference(c.read(), expected);
}

TEST_CASE("one step along k") { CHECK(wrong_in(64, 64, 16) == ""); }

TEST_CASE("long sums") { CHECK(wrong_in(64, 64, 160) == ""); }

TEST_CASE("several tiles, of different number along m and n") { CHECK(wrong_in(320, 192, 32) == ""); }

TEST_CASE("edges along m, n and k") {
  CHECK(wrong_in(8, 8, 1) == "");
  CHECK(wrong_in(72, 200, 37) == "");
  CHECK(wrong_in(136, 56, 65) == "");
}

TEST_CASE("what lies beyond k is not read") {
  constexpr unsigned m = 64, n = 64, k = 5;
  auto in_a = few(40 * m, 1), in_b = few(40 * n, 2);
  for (unsigned i = k * 64; i < 40 * 64; ++i) in_a[i] = in_b[i] = __float2bfloat16(NAN);
  DeviceArray<__nv_bfloat16> a(in_a), b(in_b);
  DeviceArray<float> c(m * n);
  multiply_turned<<<blocks_for(m, n), threads()>>>(a.data(), b.data(), c.data(), m, n, k);
  require_success(cudaDeviceSynchronize());
  for (const float each : c.read()) CHECK(each == each);
}

#ifdef __LOOM__
TEST_CASE("tiles of 64 × 64 or more, each fetched once, 16 bytes at a time") {
  constexpr unsigned m = 256, n = 384, k = 64;
  DeviceArray<__nv_bfloat16> a(few(k * m, 1)), b(few(k * n, 2));
  DeviceArray<float> c(m * n);
  const dim3 grid = blocks_for(m, n);
  CHECK(grid.x * grid.y <= (m / 64) * (n / 64));
  const auto seen = loom::observe([&] { multiply_turned<<<grid, threads()>>>(a.data(), b.data(), c.data(), m, n, k); });
  CHECK(seen.global_loads.bytes <= 2 * k * (grid.x * m + grid.y * n));
  CHECK(seen.global_loads.bytes == seen.global_loads.requests * 512);
  CHECK(seen.global_loads.sectors * 32 == seen.global_loads.bytes);
}

TEST_CASE("no bank conflicts") {
  constexpr unsigned m = 64, n = 64, k = 64;
  DeviceArray<__nv_bfloat16> a(few(k * m, 1)), b(few(k * n, 2));
  DeviceArray<float> c(m * n);
  const auto seen = loom::observe([&] { multiply_turned<<<blocks_for(m, n), threads()>>>(a.data(), b.data(), c.data(), m, n, k); });
  CHECK(seen.shared_loads.requests > 0);
  CHECK(seen.shared_loads.conflicts == 0);
  CHECK(seen.shared_stores.conflicts == 0);
}
#endif
