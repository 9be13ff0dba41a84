#include <doctest/doctest.h>

#include "support.hpp"

#include "16-scan/run-lengths.hpp"

struct Runs {
  std::vector<int> values;
  std::vector<std::size_t> lengths;
};

Runs expected(const std::vector<int>& x) {
  Runs runs;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i > 0 && x[i] == x[i - 1]) {
      ++runs.lengths.back();
    } else {
      runs.values.push_back(x[i]);
      runs.lengths.push_back(1);
    }
  return runs;
}

void expect_runs(const std::vector<int>& numbers, std::size_t first = 0) {
  const Runs runs = expected({numbers.begin() + static_cast<std::ptrdiff_t>(first), numbers.end()});
  const std::size_t room = numbers.size() - first, many = runs.values.size();
  DeviceArray<int> x(numbers), values(std::vector<int>(room, -77));
  DeviceArray<std::size_t> lengths(std::vector<std::size_t>(room, 4711)), count(1);
  [[maybe_unused]] const auto before = bytes_to_host();
  encode_runs({x.data() + first, room}, values.data(), lengths.data(), count.data());
  require_success(cudaDeviceSynchronize());
#ifdef __LOOM__
  CHECK(*bytes_to_host() == *before);
#endif
  CAPTURE(numbers.size());
  CAPTURE(first);
  CHECK(count.read()[0] == many);
  std::vector<int> all_values = values.read();
  std::vector<std::size_t> all_lengths = lengths.read();
  for (std::size_t i = many; i < room; ++i) {
    REQUIRE(all_values[i] == -77);
    REQUIRE(all_lengths[i] == 4711);
  }
  all_values.resize(std::min(many, room));
  all_lengths.resize(std::min(many, room));
  CHECK(difference(all_values, runs.values) == "");
  CHECK(difference(all_lengths, runs.lengths) == "");
  CHECK(values.written_around() == "");
  CHECK(lengths.written_around() == "");
}

TEST_CASE("no number, and one number") {
  expect_runs({});
  expect_runs({5});
  expect_runs({0});
}

TEST_CASE("all numbers equal, and no two equal") {
  expect_runs(std::vector<int>(10'000, 3));
  std::vector<int> alternating(9'001);
  for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = i % 2 == 0 ? -1 : 1;
  expect_runs(alternating);
}

TEST_CASE("runs of any length, across the ends of tiles") {
  for (const std::size_t length : {2, 31, 32, 33, 1000, 4095, 4096, 4097}) {
    std::vector<int> numbers(12'500);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i / length);
    expect_runs(numbers);
  }
  std::vector<int> mixed = random_values<int>(5000, 9);
  for (int& number : mixed) number = number / 600;
  expect_runs(mixed);
}

TEST_CASE("a value that returns begins another run, also 0 and at the end") { expect_runs({0, 0, 4, 4, 0, 4, 4, 4, 0}); }

TEST_CASE("more runs than a small grid has threads") {
  std::vector<int> numbers(70'001);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  expect_runs(numbers);
}

#ifdef __LOOM__
TEST_CASE("each run is written once") {
  constexpr std::size_t count = 20'003;
  std::vector<int> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<int>(i);
  const loom::Seen seen = loom::observe([&] { expect_runs(numbers); });
  CHECK(seen.global_stores.bytes < 40 * count);  // a value and a length are 12 bytes, and an index is 8
}
#endif

TEST_CASE("an unaligned view that begins after an equal number") { expect_runs({8, 8, 8, 2, 2, 8}, 1); }

TEST_CASE("the work is shared by many threads in several blocks") {
  std::vector<int> numbers(70'001);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  CHECK(too_serial({.threads = 500, .blocks = 7.5}, [&] { expect_runs(numbers); }) == "");
}
