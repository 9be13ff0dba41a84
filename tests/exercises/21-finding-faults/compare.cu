#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "21-finding-faults/compare.hpp"

// A result that depends on the order of blocks is to fail.
const int shuffled = setenv("LOOM_BLOCK_ORDER", "shuffled:7", 1);  // before the first launch

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

std::string compared(const std::vector<float>& found, const std::vector<float>& expected, float tolerance = 0) {
  DeviceArray<float> a(found), b(expected);
  const Comparison result = compare(a.data(), b.data(), found.size(), tolerance);
  require_success(cudaDeviceSynchronize());
  std::ostringstream words;
  words << result.count << " wrong, first " << result.first << ", last " << result.last;
  return words.str();
}

std::string expected_words(std::size_t count, std::size_t first, std::size_t last) {
  std::ostringstream words;
  words << count << " wrong, first " << first << ", last " << last;
  return words.str();
}

TEST_CASE("equal arrays of any length have no wrong element") {
  for (const std::size_t n : awkward_counts) {
    const std::vector<float> x = random_values<float>(n, 1);
    CHECK(compared(x, x) == expected_words(0, n, n));
  }
  CHECK(compared({}, {}) == expected_words(0, 0, 0));
}

TEST_CASE("one wrong element is found wherever it is") {
  for (const std::size_t n : awkward_counts)
    for (const std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
      const std::vector<float> expected = random_values<float>(n, 2);
      std::vector<float> found = expected;
      found[at] += 1;
      CHECK(compared(found, expected) == expected_words(1, at, at));
    }
}

TEST_CASE("of several wrong elements, all are counted, and the first and the last are found") {
  const std::size_t n = 1023 * 31;
  const std::vector<float> expected = random_values<float>(n, 3);
  std::vector<float> found = expected;
  std::size_t count = 0;
  for (std::size_t i = 77; i < n - 200; i += 5, ++count) found[i] -= 1;
  const std::size_t last = 77 + 5 * (count - 1);
  CHECK(compared(found, expected) == expected_words(count, 77, last));
  CHECK(compared(std::vector<float>(n, 2.0f), expected) == expected_words(n, 0, n - 1));
}

TEST_CASE("the tolerance is absolute, and an error as large is right") {
  CHECK(compared({1.5f, 1.0f}, {1.0f, 1.5f}, 0.5f) == expected_words(0, 2, 2));
  CHECK(compared({1.5f, 1.0f}, {1.0f, 1.5f}, 0.25f) == expected_words(2, 0, 1));
  CHECK(compared({1e6f + 1, 0}, {1e6f, 0.4f}, 0.5f) == expected_words(1, 0, 0));
  CHECK(compared({-0.0f}, {0.0f}) == expected_words(0, 1, 1));
}

TEST_CASE("NaN is wrong, also where NaN was expected") {
  CHECK(compared({1, not_a_number, 1}, {1, 1, 1}, 10) == expected_words(1, 1, 1));
  CHECK(compared({1, 1, 1}, {1, 1, not_a_number}, infinity) == expected_words(1, 2, 2));
  CHECK(compared({not_a_number}, {not_a_number}) == expected_words(1, 0, 0));
}

TEST_CASE("equal infinities are right, and one infinity is not near a number") {
  CHECK(compared({infinity, -infinity}, {infinity, -infinity}, 1) == expected_words(0, 2, 2));
  CHECK(compared({infinity, infinity, 1}, {-infinity, 1, infinity}, 1e30f) == expected_words(3, 0, 2));
}

TEST_CASE("a second call starts from zero") {
  CHECK(compared({1, 2, 3}, {0, 2, 0}) == expected_words(2, 0, 2));
  CHECK(compared({1, 2, 3}, {1, 0, 3}) == expected_words(1, 1, 1));
}

TEST_CASE("many threads in several blocks do the work, and only the result goes to the host") {
  const std::size_t n = 1023 * 31;
  DeviceArray<float> a(std::vector<float>(n, 1.0f)), b(std::vector<float>(n, 2.0f));
  const auto before = bytes_to_host();
  CHECK(too_serial({.threads = 1'000, .blocks = 8}, [&] {
    compare(a.data(), b.data(), n, 0);
    require_success(cudaDeviceSynchronize());
  }) == "");
  if (before) CHECK(*bytes_to_host() - *before <= 64);
}
