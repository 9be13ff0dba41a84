#include <doctest/doctest.h>

#include "support.hpp"

#include "15-tridiagonal-systems/small-systems.hpp"

struct Held {
  std::vector<float> a, b, c, d, expected;
};

Held systems_of(std::size_t count, std::size_t n) {
  Held held;
  for (std::size_t s = 0; s < count; ++s) {
    std::vector<double> c(n), x(n);
    for (std::size_t i = 0; i < n; ++i) {
      const weft::Row<float> row = weft::example_row<float>(s, i, n, NAN);
      held.a.push_back(row.a), held.b.push_back(row.b), held.c.push_back(row.c), held.d.push_back(row.d);
      const double a = i == 0 ? 0.0 : row.a, r = 1 / (row.b - a * (i == 0 ? 0.0 : c[i - 1]));
      c[i] = i + 1 == n ? 0.0 : row.c * r;
      x[i] = (row.d - a * (i == 0 ? 0.0 : x[i - 1])) * r;
    }
    for (std::size_t i = n; i-- > 1;) x[i - 1] -= c[i - 1] * x[i];
    held.expected.insert(held.expected.end(), x.begin(), x.end());
  }
  return held;
}

std::vector<float> solved(const Held& held, std::size_t count, std::size_t n, unsigned blocks = 2, unsigned threads = 64) {
  DeviceArray<float> a(held.a), b(held.b), c(held.c), d(held.d), x(count * n);
  small_systems<<<blocks, threads>>>({a.data(), b.data(), c.data(), d.data(), x.data(), count, n});
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(x.written_around() == "");
  return x.read();
}

TEST_CASE("a number of unknowns that is a power of two") {
  for (const std::size_t n : {1, 2, 4, 8, 16, 32}) {
    CAPTURE(n);
    const Held held = systems_of(40, n);
    CHECK(difference(solved(held, 40, n), held.expected, 1e-6) == "");
  }
}

TEST_CASE("every length up to 32, whether or not the last warp is full") {
  for (std::size_t n = 1; n <= 32; ++n)
    for (const std::size_t count : {1, 3, 23}) {
      CAPTURE(n);
      CAPTURE(count);
      const Held held = systems_of(count, n);
      CHECK(difference(solved(held, count, n), held.expected, 1e-6) == "");
    }
}

TEST_CASE("any grid, any block") {
  const Held held = systems_of(50, 5);
  for (const unsigned blocks : {1u, 3u, 40u})
    for (const unsigned threads : {32u, 96u, 256u})
      CHECK(difference(solved(held, 50, 5, blocks, threads), held.expected, 1e-6) == "");
  const Held many = systems_of(200, 5);
  for (const unsigned blocks : {1u, 2u}) CHECK(difference(solved(many, 200, 5, blocks, 31 * 32), many.expected, 1e-6) == "");
}

TEST_CASE("a system of NaN does not affect its neighbours") {
  for (const std::size_t n : {3, 8, 11}) {
    Held held = systems_of(20, n);
    const std::vector<float> before = solved(held, 20, n);
    for (std::size_t k = 0; k < 20 * n; ++k)
      if (k / n % 2 == 1) held.b[k] = held.d[k] = NAN;
    const std::vector<float> after = solved(held, 20, n);
    std::vector<float> kept, should;
    for (std::size_t k = 0; k < 20 * n; ++k)
      if (k / n % 2 == 0) kept.push_back(after[k]), should.push_back(before[k]);
    CHECK(difference(kept, should) == "");
  }
}

#ifdef __LOOM__
TEST_CASE("a warp solves as many systems as fit, without shared memory") {
  constexpr std::size_t n = 6, count = 40;
  const Held held = systems_of(count, n);
  DeviceArray<float> a(held.a), b(held.b), c(held.c), d(held.d), x(count * n);
  const loom::Seen seen = loom::observe([&] {
    small_systems<<<2, 64>>>({a.data(), b.data(), c.data(), d.data(), x.data(), count, n});
  });
  CHECK(seen.global_stores.requests == count / (32 / n));
  CHECK(seen.global_loads.requests == 4 * count / (32 / n));
  CHECK(seen.shared_loads.requests + seen.shared_stores.requests == 0);
}

// What the busiest thread does for four warps of systems.
std::uint64_t busiest(std::size_t n) {
  const std::size_t count = 4 * (32 / n);
  const Held held = systems_of(count, n);
  DeviceArray<float> a(held.a), b(held.b), c(held.c), d(held.d), x(count * n);
  return loom::observe([&] { small_systems<<<4, 32>>>({a.data(), b.data(), c.data(), d.data(), x.data(), count, n}); })
      .division.by_busiest_threads;
}

TEST_CASE("short systems take fewer steps than long ones") { CHECK(busiest(2) < 0.8 * static_cast<double>(busiest(32))); }
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const Held held = systems_of(400, 5);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { solved(held, 400, 5, 4, 64); }) == "");
}
