#include <numeric>

#include <doctest/doctest.h>

#include "support.hpp"

#include "10-reductions/common-divisor.hpp"

// In the unit of the answer.
namespace test {
unsigned identity();
unsigned common(unsigned a, unsigned b);
}  // namespace test

unsigned of(const std::vector<unsigned>& numbers) {
  DeviceArray<unsigned> on_device(numbers);
  return common_divisor({on_device.data(), numbers.size()});
}

TEST_CASE("for no numbers, and for zeros, the result is 0") {
  CHECK(test::identity() == 0);
  CHECK(of({}) == 0);
  CHECK(of({0, 0, 0}) == 0);
}

TEST_CASE("the identity changes nothing, from either side") {
  for (const unsigned number : {0u, 1u, 2u, 12u, 4294967295u}) {
    CAPTURE(number);
    CHECK(test::common(test::identity(), number) == number);
    CHECK(test::common(number, test::identity()) == number);
  }
}

TEST_CASE("two numbers, in either order") {
  for (unsigned a = 0; a <= 40; ++a)
    for (unsigned b = 0; b <= 40; ++b) {
      CAPTURE(a);
      CAPTURE(b);
      CHECK(test::common(a, b) == std::gcd(a, b));
    }
  CHECK(test::common(4294967295u, 65537u) == 65537u);
  CHECK(test::common(3000000000u, 2000000000u) == 1000000000u);
}

TEST_CASE("many numbers, whatever their count") {
  for (const std::size_t count : awkward_counts) {
    CAPTURE(count);
    std::vector<unsigned> numbers(count);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = 21 * static_cast<unsigned>(i * 7919 % 1001 + 1);
    unsigned expected = 0;
    for (const unsigned number : numbers) expected = std::gcd(expected, number);
    CHECK(of(numbers) == expected);
  }
}

TEST_CASE("a small number and a large one take few steps") {
  for (const auto& numbers : {std::vector<unsigned>{1, 1'000'000}, {999'999, 2}}) {
    unsigned found = 0;
    CHECK(too_serial({.steps = 500'000}, [&] { found = of(numbers); }) == "");
    CHECK(found == 1);
  }
}

TEST_CASE("zeros among the numbers are ignored") { CHECK(of({0, 60, 0, 84, 0}) == 12); }
