#include <doctest/doctest.h>

#include "support.hpp"

#include "15-tridiagonal-systems/periodic.hpp"

struct Held {
  std::vector<double> a, b, c, x, d;  // interleaved; x is the expected solution
};

// d is computed from x, so that nothing has to be solved.
Held systems_of(std::size_t count, std::size_t n, double corner_a = 1, double corner_c = 1) {
  const std::size_t all = count * n;
  Held held{random_values<double>(all, 1), {}, random_values<double>(all, 2), random_values<double>(all, 3), {}};
  for (std::size_t k = 0; k < all; ++k) held.a[k] /= 3, held.c[k] /= 3;  // not representable as float
  for (std::size_t s = 0; s < count; ++s) held.a[s] *= corner_a, held.c[all - count + s] *= corner_c;
  for (std::size_t k = 0; k < all; ++k) held.b.push_back(1.25 + std::abs(held.a[k]) + std::abs(held.c[k]));
  for (std::size_t k = 0; k < all; ++k)
    held.d.push_back(held.a[k] * held.x[(k + all - count) % all] + held.b[k] * held.x[k] +
                     held.c[k] * held.x[(k + count) % all]);
  return held;
}

std::string wrong_in(const Held& held, std::size_t count, std::size_t n, unsigned threads = 64) {
  DeviceArray<double> a(held.a), b(held.b), c(held.c), d(held.d), x(count * n), room(2 * count * n);
  solve_periodic<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(
      {a.data(), b.data(), c.data(), d.data(), x.data(), count, n}, room.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(x.written_around() == "");
  CHECK(room.written_around() == "");
  return difference(x.read(), held.x, 1e-12);
}

TEST_CASE("without corners, the ring is an ordinary system") {
  for (const std::size_t n : {3, 4, 20}) CHECK(wrong_in(systems_of(33, n, 0, 0), 33, n) == "");
}

TEST_CASE("the first row contains the last unknown") { CHECK(wrong_in(systems_of(10, 20, 1, 0), 10, 20) == ""); }

TEST_CASE("the last row contains the first unknown") { CHECK(wrong_in(systems_of(10, 20, 0, 1), 10, 20) == ""); }

TEST_CASE("rings of any length, any number of them") {
  for (const std::size_t n : {3, 4, 5, 37})
    for (const std::size_t count : {1, 32, 70}) {
      CAPTURE(n);
      CAPTURE(count);
      CHECK(wrong_in(systems_of(count, n), count, n) == "");
    }
}

TEST_CASE("in a ring of two, both neighbours are the same unknown") { CHECK(wrong_in(systems_of(40, 2), 40, 2) == ""); }

TEST_CASE("a wave on a ring") {
  constexpr std::size_t n = 48;
  const double pi = std::acos(-1.0);
  Held held{std::vector<double>(n, -1), std::vector<double>(n, 2.5), std::vector<double>(n, -1), {}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    held.x.push_back(std::cos(2 * pi * 5 * static_cast<double>(i) / n + 0.3));
    held.d.push_back((2.5 - 2 * std::cos(2 * pi * 5 / n)) * held.x.back());
  }
  CHECK(wrong_in(held, 1, n) == "");
}

#ifdef __LOOM__
TEST_CASE("neighbouring threads access neighbouring numbers") {
  constexpr std::size_t n = 12, count = 64;
  const Held held = systems_of(count, n);
  DeviceArray<double> a(held.a), b(held.b), c(held.c), d(held.d), x(count * n), room(2 * count * n);
  const loom::Seen seen = loom::observe([&] {
    solve_periodic<<<1, 64>>>({a.data(), b.data(), c.data(), d.data(), x.data(), count, n}, room.data());
  });
  CHECK(seen.global_loads.sectors_per_request() == 8);
  CHECK(seen.global_stores.sectors_per_request() == 8);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const Held held = systems_of(256, 12);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { wrong_in(held, 256, 12); }) == "");
}
