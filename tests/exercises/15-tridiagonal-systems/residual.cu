#include <doctest/doctest.h>

#include "support.hpp"

#include "15-tridiagonal-systems/residual.hpp"

struct Held {
  std::vector<float> a, b, c, d, x, expected;
};

// Small integers, so that every product and sum is exact.
Held systems_of(std::size_t count, std::size_t n) {
  const std::size_t all = count * n;
  const auto small = [all](std::uint32_t seed) {
    std::vector<float> values = random_values<float>(all, seed);
    for (float& value : values) value = std::round(8 * value);
    return values;
  };
  Held held{small(1), small(2), small(3), small(4), small(5), {}};
  for (std::size_t at = 0; at < all; ++at) {
    const std::size_t i = at % n;
    if (i == 0) held.a[at] = NAN;
    if (i + 1 == n) held.c[at] = NAN;
    held.expected.push_back(held.d[at] - held.b[at] * held.x[at] - (i > 0 ? held.a[at] * held.x[at - 1] : 0) -
                            (i + 1 < n ? held.c[at] * held.x[at + 1] : 0));
  }
  return held;
}

std::string wrong_in(const Held& held, std::size_t count, std::size_t n, unsigned blocks = 3, unsigned threads = 64) {
  DeviceArray<float> a(held.a), b(held.b), c(held.c), d(held.d), x(held.x), r(count * n);
  residual<<<blocks, threads>>>({a.data(), b.data(), c.data(), d.data(), x.data(), count, n}, r.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(r.written_around() == "");
  CHECK(difference(x.read(), held.x) == "");
  return difference(r.read(), held.expected);
}

TEST_CASE("a single system") {
  for (const std::size_t n : {2, 3, 31, 150}) CHECK(wrong_in(systems_of(1, n), 1, n) == "");
}

TEST_CASE("many systems, stored one after the other") {
  for (const std::size_t n : {2, 5, 32, 33})
    for (const std::size_t count : {2, 7}) CHECK(wrong_in(systems_of(count, n), count, n, 8) == "");
}

TEST_CASE("systems of a single unknown") { CHECK(wrong_in(systems_of(50, 1), 50, 1) == ""); }

TEST_CASE("any grid, any block") {
  for (const unsigned blocks : {1u, 2u, 60u})
    for (const unsigned threads : {1u, 33u, 256u}) CHECK(wrong_in(systems_of(9, 41), 9, 41, blocks, threads) == "");
}

#ifdef __LOOM__
TEST_CASE("every residual is stored once, for any number of threads") {
  const Held held = systems_of(9, 41);
  DeviceArray<float> a(held.a), b(held.b), c(held.c), d(held.d), x(held.x), r(9 * 41);
  for (const unsigned threads : {32u, 96u, 416u}) {
    const loom::Seen seen = loom::observe([&] {
      residual<<<3, threads>>>({a.data(), b.data(), c.data(), d.data(), x.data(), 9, 41}, r.data());
    });
    CHECK(seen.global_stores.bytes == 9 * 41 * sizeof(float));
  }
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const Held held = systems_of(50, 41);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { wrong_in(held, 50, 41, 4); }) == "");
}
