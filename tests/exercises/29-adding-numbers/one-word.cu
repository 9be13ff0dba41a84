#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "29-adding-numbers/one-word.hpp"

using Halves = std::vector<unsigned short>;

// By arithmetic, in units of 2^-24.
long long units_of(unsigned short half) {
  const int exponent = half >> 10 & 31;
  const double size = exponent == 0 ? std::ldexp(half & 1023, -24) : std::ldexp(1 + (half & 1023) / 1024.0, exponent - 15);
  return static_cast<long long>(std::ldexp(half >> 15 ? -size : size, 24));
}

long long expected_of(const Halves& x) {
  long long sum = 0;
  for (const unsigned short half : x) sum += units_of(half);
  return sum;
}

long long sum_of(const Halves& x, unsigned blocks, unsigned threads, long long before = 0) {
  DeviceArray<unsigned short> on_device(x);
  DeviceArray<unsigned long long> units(std::vector<unsigned long long>{static_cast<unsigned long long>(before)});
  add_halves<<<blocks, threads>>>(on_device.data(), x.size(), units.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(units.written_around() == "");
  return static_cast<long long>(units.read()[0]);
}

Halves any_halves(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Halves x;
  while (x.size() < n) {
    const auto half = static_cast<unsigned short>(random());
    if ((half >> 10 & 31) != 31) x.push_back(half);
  }
  return x;
}

TEST_CASE("single numbers of every exponent, both signs") {
  for (unsigned exponent = 0; exponent < 31; ++exponent)
    for (const unsigned fraction : {0u, 1u, 1023u})
      for (const unsigned sign : {0u, 1u}) {
        const auto half = static_cast<unsigned short>(sign << 15 | exponent << 10 | fraction);
        CAPTURE(half);
        CHECK(sum_of({half}, 1, 32) == units_of(half));
      }
}

TEST_CASE("any length, any grid, the same integer") {
  for (const std::size_t n : awkward_counts) {
    const Halves x = any_halves(n, 3);
    CAPTURE(n);
    for (const unsigned blocks : {1u, 3u, 40u})
      for (const unsigned threads : {32u, 96u, 256u}) CHECK(sum_of(x, blocks, threads) == expected_of(x));
  }
  CHECK(sum_of({}, 2, 64) == 0);
}

TEST_CASE("large sums, and small numbers among large ones") {
  Halves x(30'001, 0x7bff);  // 65,504
  x[1] = x[30'000] = 1;      // 2^-24
  CHECK(sum_of(x, 7, 128) == expected_of(x));
  for (unsigned short& half : x) half |= 0x8000;
  CHECK(sum_of(x, 7, 128) == expected_of(x));
}

TEST_CASE("the sum is added to what is there") { CHECK(sum_of({0x3c00, 0xc000}, 2, 64, 5) == 5 - (1 << 24)); }

TEST_CASE("at most one atomic operation per warp") {
  const Halves x = any_halves(5000, 1);
  CHECK(atomics_seen([&] { sum_of(x, 4, 128); }).in_global <= 4 * 4);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const Halves x = any_halves(50'000, 1);
  CHECK(too_serial({.threads = 500, .blocks = 5}, [&] { sum_of(x, 7, 128); }) == "");
}
