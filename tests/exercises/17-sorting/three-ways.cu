#include <cstdlib>

#include <doctest/doctest.h>

#include "support.hpp"

#include "17-sorting/three-ways.hpp"

#ifdef __LOOM__
// Before the first launch: blocks in another order, and one at a time, so that no thread polls twice and bytes can be counted.
const int shuffled = setenv("LOOM_BLOCK_ORDER", "shuffled:5", 1) + setenv("LOOM_CORES", "1", 1);
#endif

struct Parted {
  std::vector<float> elements;
  std::vector<std::size_t> counts;
};

Parted expected(const std::vector<float>& x, float low, float high) {
  Parted parted{{}, {0, 0, 0}};
  for (unsigned group = 0; group < 3; ++group)
    for (const float element : x)
      if (group_of(element, low, high) == group) {
        parted.elements.push_back(element);
        ++parted.counts[group];
      }
  return parted;
}

void expect_parted(const std::vector<float>& values, float low, float high, std::size_t first = 0) {
  const std::vector<float> part(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
  const Parted parted = expected(part, low, high);
  DeviceArray<float> x(values), out(part.size());
  DeviceArray<Three> counts(1);
  [[maybe_unused]] const auto before = bytes_to_host();
  partition_three({x.data() + first, part.size()}, low, high, out.data(), counts.data());
  require_success(cudaDeviceSynchronize());
#ifdef __LOOM__
  CHECK(*bytes_to_host() == *before);
#endif
  CAPTURE(part.size());
  const Three three = counts.read()[0];
  CHECK(difference(std::vector<std::size_t>(three.of, three.of + 3), parted.counts) == "");
  const std::vector<float> is = out.read();
  for (std::size_t i = 0; i < is.size(); ++i) {
    CAPTURE(i);
    REQUIRE((is[i] == parted.elements[i] || (std::isnan(is[i]) && std::isnan(parted.elements[i]))));
  }
  CHECK(out.written_around() == "");
}

TEST_CASE("no element, and one element in each group") {
  expect_parted({}, -1, 1);
  expect_parted({-2}, -1, 1);
  expect_parted({0}, -1, 1);
  expect_parted({2}, -1, 1);
}

TEST_CASE("the bounds themselves and NaN belong to the middle group") { expect_parted({1, NAN, 2, -1, -2, NAN, 0, 1.5f, -1.5f}, -1, 1); }

TEST_CASE("each group in its order, for any length") {
  for (const std::size_t count : {std::size_t{31}, std::size_t{4095}, std::size_t{4097}, std::size_t{9001}}) {
    const std::vector<float> x = random_values<float>(count, 6);
    expect_parted(x, -0.3f, 0.4f);
    expect_parted(x, -0.3f, 0.4f, 1);
  }
}

TEST_CASE("empty groups") {
  const std::vector<float> x = random_values<float>(5000, 2);
  expect_parted(x, -2, 2);
  expect_parted(x, 2, 3);
  expect_parted(x, -3, -2);
  expect_parted(x, 0, 0);
}

TEST_CASE("at most two reads and one write per element, and no atomics except tickets") {
  constexpr std::size_t count = 3 * 4096;
  DeviceArray<float> x(random_values<float>(count, 8)), out(count);
  DeviceArray<Three> counts(1);
  const auto run = [&] { partition_three({x.data(), count}, -0.3f, 0.4f, out.data(), counts.data()); };
  [[maybe_unused]] const auto spent = atomics_seen(run);
#ifdef __LOOM__
  const loom::Seen seen = loom::observe(run);
  CHECK(spent.in_global <= count / 256);
  CHECK(spent.in_shared == 0);
  CHECK(seen.global_loads.bytes < 2 * 4 * count + count);  // and statuses, and counts
  CHECK(seen.global_stores.bytes < 4 * count + count / 2);
#endif
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> values = random_values<float>(40'000, 8);
  CHECK(too_serial({.threads = 500, .blocks = 4, .stored = 40'000 * sizeof(float)},
                   [&] { expect_parted(values, -0.3f, 0.4f); }) == "");
}
