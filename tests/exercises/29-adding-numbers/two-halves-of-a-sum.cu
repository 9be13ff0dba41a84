#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "29-adding-numbers/two-halves-of-a-sum.hpp"

// In the unit of the answer.
namespace test {
Parts identity();
Parts combined(const Parts& a, const Parts& b);
}  // namespace test

// With all bits: the numbers of this test do not lie farther apart than a long double is wide.
long double value_of(const Parts& of) { return static_cast<long double>(of.high) + of.low; }

void expect_pair(const Parts& of) {
  CHECK(of.high + of.low == of.high);
}

Parts some_pair(std::mt19937& random, int exponent) {
  const auto number = [&] { return static_cast<float>(random() >> 8) * 0x1p-24f + 1; };
  const float high = std::ldexp(number(), exponent);
  const float low = std::ldexp(number() - 1.5f, exponent - 24);
  return random() % 2 == 0 ? Parts{high, low} : Parts{-high, low};
}

TEST_CASE("the identity changes nothing, from either side") {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    const Parts a = some_pair(random, i % 9 - 4);
    CHECK(value_of(test::combined(a, test::identity())) == value_of(a));
    CHECK(value_of(test::combined(test::identity(), a)) == value_of(a));
  }
}

TEST_CASE("two pairs are combined with 44 bits, whichever is larger") {
  std::mt19937 random(2);
  for (int i = 0; i < 4000; ++i) {
    const Parts a = some_pair(random, i % 9 - 4), b = some_pair(random, i / 9 % 9 - 4);
    const long double exact = value_of(a) + value_of(b);
    const long double size = std::abs(value_of(a)) + std::abs(value_of(b));
    const Parts found = test::combined(a, b);
    CHECK(std::abs(static_cast<double>(value_of(found) - exact)) <= static_cast<double>(size) * 0x1p-44);
  }
}

TEST_CASE("the result is a pair again") {
  std::mt19937 random(3);
  for (int i = 0; i < 4000; ++i) {
    const Parts a = some_pair(random, i % 9 - 4), b = some_pair(random, i / 9 % 9 - 4);
    expect_pair(test::combined(a, b));
    expect_pair(test::combined(a, {-a.high, a.low}));
  }
}

TEST_CASE("a long sum, most of which cancels") {
  std::vector<float> x = random_values<float>(20'001, 4);
  long double exact = 0;
  for (std::size_t i = 1; i < x.size(); i += 2) {
    x[i] *= 0x1p+20f;
    if (i % 4 == 3) x[i] = -x[i - 2];
  }
  double size = 0;
  for (const float one : x) {
    exact += one;
    size += std::abs(one);
  }
  DeviceArray<float> on_device(x);
  for (const unsigned blocks : {1u, 5u, 40u}) {
    const Parts found = sum_in_parts({on_device.data(), x.size()}, blocks);
    // At most 50 additions per number on one block, each with a relative error of 2^-44.
    CHECK(std::abs(static_cast<double>(value_of(found) - exact)) <= size * 120 * 0x1p-44);
    expect_pair(found);
  }
}
