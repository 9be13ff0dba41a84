#include <doctest/doctest.h>

#include "support.hpp"

#include "28-attention/two-parts.hpp"

constexpr float none = -std::numeric_limits<float>::infinity();

std::vector<float> exponents(std::size_t count, unsigned seed, float middle, float size) {
  auto t = random_values<float>(count, seed);
  for (float& x : t) x = middle + size * x;
  return t;
}

// What is wrong with a part, compared with sums in double.
std::string wrong_in(const PartOfRow& part, const std::vector<float>& t) {
  float largest = none;
  for (const float x : t) largest = std::max(largest, x);
  double sum = 0;
  for (const float x : t)
    if (x > none) sum += std::exp2(static_cast<double>(x) - largest);
  if (part.reference != largest) return "the reference is " + std::to_string(part.reference) + " instead of " + std::to_string(largest);
  return difference(static_cast<double>(part.sum), sum, 1e-5);
}

PartOfRow of(const std::vector<float>& t) { return part_of(t.data(), t.size()); }

TEST_CASE("a part is its largest exponent, and the sum relative to it") {
  CHECK(wrong_in(of({1, 2, 3}), {1, 2, 3}) == "");
  CHECK(wrong_in(of({3, 1, 2}), {3, 1, 2}) == "");
  CHECK(wrong_in(of({0.5f}), {0.5f}) == "");
  for (const float middle : {0.0f, -1000.0f, 5000.0f}) {
    const auto t = exponents(333, 1, middle, 20);
    CAPTURE(middle);
    CHECK(wrong_in(of(t), t) == "");
  }
}

TEST_CASE("no numbers, and numbers without a power") {
  CHECK(wrong_in(of({}), {}) == "");
  CHECK(wrong_in(of({none}), {none}) == "");
  CHECK(wrong_in(of({none, none}), {none, none}) == "");
  CHECK(wrong_in(of({none, -3, none}), {none, -3, none}) == "");
}

TEST_CASE("two parts are combined in either order") {
  for (const float apart : {0.0f, 3.0f, 50.0f, 4000.0f}) {
    auto a = exponents(100, 2, -7, 5);
    const auto b = exponents(50, 3, -7 + apart, 5);
    const PartOfRow one = combine(of(a), of(b)), other = combine(of(b), of(a));
    a.insert(a.end(), b.begin(), b.end());
    CAPTURE(apart);
    CHECK(wrong_in(one, a) == "");
    CHECK(wrong_in(other, a) == "");
  }
}

TEST_CASE("an empty part changes nothing") {
  const std::vector<float> t = {-200, -201};
  CHECK(wrong_in(combine(of(t), of({})), t) == "");
  CHECK(wrong_in(combine(of({}), of(t)), t) == "");
  CHECK(wrong_in(combine(of({none}), of({})), {}) == "");
}

TEST_CASE("the results of a row in parts") {
  const auto t = exponents(60, 4, 900, 30);
  PartOfRow all = of({});
  for (std::size_t i = 0; i < t.size(); i += 7) all = combine(all, part_of(t.data() + i, std::min<std::size_t>(7, t.size() - i)));
  const double largest = *std::max_element(t.begin(), t.end());
  double sum = 0;
  for (const float x : t) sum += std::exp2(x - largest);
  for (const float x : t) {
    const double expected = std::exp2(x - largest) / sum, found = result(x, all);
    CHECK(difference(found / expected, 1, 1e-5) == "");
  }
  CHECK(difference(static_cast<double>(result(none, all)), 0) == "");
}
