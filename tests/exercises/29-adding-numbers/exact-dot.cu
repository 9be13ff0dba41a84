#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "29-adding-numbers/exact-dot.hpp"

using Floats = std::vector<float>;

// The exact sum of doubles, rounded: parts that do not overlap, the largest last.
double exactly(const Floats& a, const Floats& b) {
  std::vector<double> parts;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double x = static_cast<double>(a[i]) * b[i];  // exact
    std::size_t kept = 0;
    for (const double part : parts) {
      const double sum = x + part, of_part = sum - x, error = (x - (sum - of_part)) + (part - of_part);
      x = sum;
      if (error != 0) parts[kept++] = error;
    }
    parts.resize(kept);
    parts.push_back(x);
  }
  double all = 0;
  for (const double part : parts) all += part;
  return all;
}

double on_device(const Floats& a, const Floats& b, unsigned blocks) {
  DeviceArray<float> x(a), y(b);
  return dot(x.data(), y.data(), a.size(), blocks);
}

Floats of_any_size(std::size_t n, unsigned seed, int range) {
  std::mt19937 random(seed);
  Floats x;
  while (x.size() < n) {
    const float size = std::ldexp(1.0f, static_cast<int>(random() % (2 * range + 1)) - range);
    x.push_back((static_cast<float>(random() >> 8) * 0x1p-23f - 1) * size + size * 0x1p-20f);
  }
  return x;
}

TEST_CASE("one product has both halves") {
  CHECK(on_device({0x1.000002p0f}, {0x1.000002p0f}, 1) == 0x1.000002p0 * 0x1.000002p0);
  CHECK(on_device({-3}, {0x1.555556p-2f}, 1) == -3 * 0x1.555556p-2);
  CHECK(on_device({}, {}, 2) == 0);
}

TEST_CASE("products that cancel leave what is exact") {
  const Floats a = of_any_size(3001, 1, 9), b = of_any_size(3001, 2, 9);
  Floats twice_a = a, twice_b = b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    twice_a.push_back(-a[i]);
    twice_b.push_back(b[i]);
  }
  twice_a.push_back(0x1.000002p-20f);
  twice_b.push_back(0x1.000002p-9f);
  CHECK(on_device(twice_a, twice_b, 5) == 0x1.000002p-20 * 0x1.000002p-9);
}

TEST_CASE("any length, any grid, the same bits") {
  for (const std::size_t n : awkward_counts) {
    const Floats a = of_any_size(n, 3, 30), b = of_any_size(n, 4, 15);
    const double expected = exactly(a, b);
    CAPTURE(n);
    for (const unsigned blocks : {1u, 3u, 17u}) CHECK(on_device(a, b, blocks) == expected);
  }
}

TEST_CASE("the product is added to the sum that is there") {
  const Floats a = of_any_size(700, 5, 9), b = of_any_size(700, 6, 9);
  DeviceArray<float> x(a), y(b);
  DeviceArray<weft::Word> sum(std::vector<weft::Word>(weft::bins + 1, 0));
  add_products<<<2, weft::bin_threads>>>(x.data(), y.data(), 300, sum.data());
  add_products<<<3, weft::bin_threads>>>(x.data() + 300, y.data() + 300, 400, sum.data());
  require_success(cudaDeviceSynchronize());
  CHECK(sum.written_around() == "");
  CHECK(weft::rounded<double>(sum.read().data()) == exactly(a, b));
}

TEST_CASE("infinities and NaN arrive") {
  CHECK(on_device({1, INFINITY}, {1, 2}, 1) == INFINITY);
  CHECK(on_device({1, INFINITY}, {1, -2}, 2) == -INFINITY);
  CHECK(not_nan(on_device({1, INFINITY}, {1, 0}, 1)) == "");
  CHECK(not_nan(on_device({INFINITY, INFINITY}, {1, -1}, 1)) == "");
}

TEST_CASE("at most 33 atomic operations per block in global memory") {
  const Floats a = of_any_size(5000, 7, 9), b = of_any_size(5000, 8, 9);
  CHECK(atomics_seen([&] { on_device(a, b, 4); }).in_global <= 4 * 33);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const Floats a = of_any_size(60'000, 9, 9), b = of_any_size(60'000, 10, 9);
  CHECK(too_serial({.threads = 300, .blocks = 4}, [&] { on_device(a, b, 7); }) == "");
}
