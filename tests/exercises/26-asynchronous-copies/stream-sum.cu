#include <doctest/doctest.h>

#include "support.hpp"

#include "26-asynchronous-copies/stream-sum.hpp"

#include <cstdlib>

#include "common/async.cuh"

const weft::NeedsCapability hopper(9);

// The sum of n small integers that begin `offset` floats after a boundary of 16 bytes, between numbers that must not be added.
std::string wrong_in(std::size_t n, std::size_t offset) {
  std::vector<float> values(offset + n + 9, NAN);
  double expected = 0;
  for (std::size_t i = 0; i < n; ++i) expected += values[offset + i] = static_cast<float>(i * 7 % 11) - 4.0f;
  DeviceArray<float> x(values);
  return difference(static_cast<double>(sum_by_roles(x.data() + offset, n)), expected);
}

TEST_CASE("whole pieces") {
  CHECK(wrong_in(1024, 0) == "");
  CHECK(wrong_in(7 * 1024, 0) == "");
}

TEST_CASE("more pieces than blocks and stages") { CHECK(wrong_in(132 * 1024 * 6, 0) == ""); }

TEST_CASE("any length from any address") {
  for (const std::size_t n : {0u, 1u, 2u, 3u, 5u, 127u, 1025u, 5003u})
    for (const std::size_t offset : {0u, 1u, 2u, 3u}) {
      CAPTURE(n);
      CAPTURE(offset);
      CHECK(wrong_in(n, offset) == "");
    }
}

TEST_CASE("the same bits on every run") {
  const std::vector<float> values = random_values<float>(50'000, 3);
  DeviceArray<float> x(values);
  const float first = sum_by_roles(x.data(), values.size());
  double sum = 0;
  for (const float value : values) sum += value;
  CHECK(std::abs(first - sum) < 0.05);
  for (int run = 0; run < 3; ++run) {
#ifdef __LOOM__
    setenv("LOOM_BLOCK_ORDER", run == 0 ? "reversed" : run == 1 ? "shuffled:7" : "shuffled:8", 1);
#endif
    CHECK(sum_by_roles(x.data(), values.size()) == first);
  }
}

#ifdef __LOOM__
TEST_CASE("threads load no more than the ends") {
  std::vector<float> values(20'003, 1.0f);
  DeviceArray<float> x(values);
  float sum = 0;
  const auto seen = loom::observe([&] { sum = sum_by_roles(x.data() + 1, values.size() - 1); });
  CHECK(sum == 20'002.0f);
  CHECK(seen.global_loads.bytes <= 6 * 4);
  CHECK(seen.shared_loads.requests >= 20'000 / 32);
}
#endif
