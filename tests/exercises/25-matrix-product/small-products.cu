#include <doctest/doctest.h>

#include "support.hpp"

#include "25-matrix-product/small-products.hpp"

std::vector<float> few(std::size_t count, unsigned seed) {
  std::vector<float> values;
  for (const int value : random_values<int>(count, seed)) values.push_back(static_cast<float>(value % 7));
  return values;
}

std::string wrong_in(std::size_t count, unsigned blocks, unsigned threads) {
  const auto in_a = few(count * 256, 1), in_b = few(count * 256, 2);
  std::vector<float> expected(count * 256, 0.0f);
  for (std::size_t p = 0; p < count; ++p)
    for (std::size_t i = 0; i < 16; ++i)
      for (std::size_t k = 0; k < 16; ++k)
        for (std::size_t j = 0; j < 16; ++j)
          expected[p * 256 + i * 16 + j] += in_a[p * 256 + i * 16 + k] * in_b[p * 256 + k * 16 + j];
  DeviceArray<float> a(in_a), b(in_b), c(count * 256);
  multiply_small<<<blocks, threads>>>(a.data(), b.data(), c.data(), count);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(c.written_around() == "");
  return difference(c.read(), expected);
}

TEST_CASE("one product") { CHECK(wrong_in(1, 1, 32) == ""); }

TEST_CASE("any count, any grid, any block") {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{33}})
    for (const unsigned blocks : {1u, 3u})
      for (const unsigned threads : {32u, 96u}) {
        CAPTURE(count);
        CAPTURE(blocks);
        CAPTURE(threads);
        CHECK(wrong_in(count, blocks, threads) == "");
      }
}

#ifdef __LOOM__
TEST_CASE("every element is read once, by whole sectors, without shared memory") {
  constexpr std::size_t count = 5;
  DeviceArray<float> a(few(count * 256, 1)), b(few(count * 256, 2)), c(count * 256);
  const auto seen = loom::observe([&] { multiply_small<<<2, 64>>>(a.data(), b.data(), c.data(), count); });
  CHECK(seen.global_loads.bytes == count * 2048);
  CHECK(seen.global_loads.sectors * 32 == seen.global_loads.bytes);
  CHECK(seen.global_stores.bytes == count * 1024);
  CHECK(seen.shared_loads.requests + seen.shared_stores.requests == 0);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const auto in = few(40 * 256, 1);
  DeviceArray<float> a(in), b(in), c(in.size());
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { multiply_small<<<4, 64>>>(a.data(), b.data(), c.data(), 40); }) == "");
}
