#include <doctest/doctest.h>

#include "support.hpp"

#include "27-tensor-cores/from-columns.hpp"
#include "common/async.cuh"

static const weft::NeedsCapability at_least(8);

std::vector<__nv_bfloat16> few(std::size_t count, unsigned seed) {
  std::vector<__nv_bfloat16> values;
  for (const int value : random_values<int>(count, seed)) values.push_back(__float2bfloat16(static_cast<float>(value % 7)));
  return values;
}

std::string wrong_in(std::size_t count, unsigned blocks, unsigned threads) {
  const auto in_a = few(count * 256, 1), in_b = few(count * 128, 2);
  std::vector<float> expected(count * 128, 0.0f);
  for (std::size_t p = 0; p < count; ++p)
    for (std::size_t i = 0; i < 16; ++i)
      for (std::size_t k = 0; k < 16; ++k)
        for (std::size_t j = 0; j < 8; ++j)
          expected[p * 128 + i * 8 + j] += __bfloat162float(in_a[p * 256 + i * 16 + k]) * __bfloat162float(in_b[p * 128 + k * 8 + j]);
  DeviceArray<__nv_bfloat16> a(in_a), b(in_b);
  DeviceArray<float> c(count * 128);
  multiply_from_rows<<<blocks, threads>>>(a.data(), b.data(), c.data(), count);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(c.written_around() == "");
  return difference(c.read(), expected);
}

TEST_CASE("one product") { CHECK(wrong_in(1, 1, 32) == ""); }

TEST_CASE("any count, any grid, any block") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{33}})
    for (const unsigned blocks : {1u, 3u})
      for (const unsigned threads : {32u, 96u, 256u}) {
        CAPTURE(count);
        CAPTURE(blocks);
        CAPTURE(threads);
        CHECK(wrong_in(count, blocks, threads) == "");
      }
}

#ifdef __LOOM__
TEST_CASE("every element is read once, 16 bytes per lane, and by ldmatrix from shared memory") {
  constexpr std::size_t count = 5;
  DeviceArray<__nv_bfloat16> a(few(count * 256, 1)), b(few(count * 128, 2));
  DeviceArray<float> c(count * 128);
  const auto seen = loom::observe([&] { multiply_from_rows<<<2, 64>>>(a.data(), b.data(), c.data(), count); });
  CHECK(seen.global_loads.bytes == count * 768);
  CHECK(seen.global_loads.requests == count * 2);
  CHECK(seen.global_stores.bytes == count * 512);
  CHECK(seen.shared_loads.requests <= count * 2);
}
#endif
