#include <algorithm>

#include <doctest/doctest.h>

#include "support.hpp"

#include "12-finite-differences/bar.hpp"

TEST_CASE("the published answer: 36.60 degrees after 32 seconds, 0.08 m from the cold end") {
  const std::vector<double> temperatures = bar(20, 32);
  REQUIRE(temperatures.size() == 21);
  CHECK(std::abs(temperatures[16] - 36.603) < 0.005);
  CHECK(std::abs(bar(40, 32)[32] - 36.603) < 0.005);
}

TEST_CASE("the ends have their prescribed temperatures at exactly the given time") {
  for (const double seconds : {0.3, 10.0, 32.0}) {
    const std::vector<double> temperatures = bar(10, seconds);
    REQUIRE(temperatures.size() == 11);
    CHECK(temperatures.front() == 0);
    CHECK(temperatures.back() == doctest::Approx(hot_end(seconds)).epsilon(1e-10));
    CHECK(temperatures.back() > 2);
  }
}

TEST_CASE("at another time, two grids agree") {
  const std::vector<double> coarse = bar(20, 12), fine = bar(40, 12);
  for (std::size_t i = 0; i <= 20; ++i) CHECK(std::abs(coarse[i] - fine[2 * i]) < 0.02);
}

TEST_CASE("any number of intervals is stable") {
  for (const std::size_t n : {1, 2, 3, 7, 31}) {
    const std::vector<double> temperatures = bar(n, 20);
    REQUIRE(temperatures.size() == n + 1);
    CHECK(*std::max_element(temperatures.begin(), temperatures.end()) <= 100.0 + 1e-9);
    CHECK(*std::min_element(temperatures.begin(), temperatures.end()) >= 0.0);
    CHECK(temperatures.back() == doctest::Approx(100));
  }
  for (const std::size_t n : {256, 300, 511, 1024, 1500}) {
    const std::vector<double> temperatures = bar(n, 0.01);
    CHECK(temperatures[n] == doctest::Approx(hot_end(0.01)));
    CHECK(temperatures[n - 1] > 0);
  }
}

TEST_CASE("after zero seconds the bar is cold") {
  const std::vector<double> cold(6, 0.0);
  CHECK(bar(5, 0) == cold);
}

TEST_CASE("a kernel makes the steps") {
  if (const auto before = launches_seen()) {
    bar(20, 32);
    CHECK(*launches_seen() - *before >= 28);  // fewer would not be stable
  }
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 500, .blocks = 2.5}, [] { bar(4000, 1e-5); }) == "");
}
