#include <doctest/doctest.h>

#include "support.hpp"

#include "11-monte-carlo/bridge.hpp"

// The positions that `bridge` makes of z, in which number k of path p is at [k * paths + p].
std::vector<float> bridged(unsigned levels, const std::vector<float>& z, unsigned blocks = 2, unsigned threads = 32) {
  DeviceArray<float> in(z), out(z.size());
  bridge<<<blocks, threads>>>(levels, weft::View<const float>(in.data(), in.size()), weft::View<float>(out.data(), out.size()));
  require_success(cudaDeviceSynchronize());
  CHECK(out.written_around() == "");
  return out.read();
}

// Path k of n has a single number that is not 0: number k, which is 1. So the result is the matrix of the map, number by number.
std::vector<float> matrix(unsigned levels) {
  const std::size_t n = std::size_t{1} << levels;
  std::vector<float> z(n * n, 0.0f);
  for (std::size_t k = 0; k < n; ++k) z[k * n + k] = 1.0f;
  return bridged(levels, z);
}

TEST_CASE("a path of one step, and one of two") {
  CHECK(difference(bridged(0, {1.5f, -2.0f, 0.25f}), {1.5f, -2.0f, 0.25f}) == "");
  CHECK(difference(bridged(1, {2.0f, 1.0f}), {1.5f, 2.0f}, 1e-6) == "");
}

TEST_CASE("the positions have the covariance of a Brownian path") {
  for (const unsigned levels : {1u, 2u, 4u, 6u, 7u}) {
    CAPTURE(levels);
    const std::size_t n = std::size_t{1} << levels;
    const std::vector<float> a = matrix(levels);
    std::vector<double> is, should;
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t t = 0; t < n; ++t) {
        double sum = 0.0;
        for (std::size_t k = 0; k < n; ++k) sum += double{a[s * n + k]} * a[t * n + k];
        is.push_back(sum);
        should.push_back(static_cast<double>(std::min(s, t) + 1) / static_cast<double>(n));
      }
    CHECK(difference(is, should, 1e-6) == "");
  }
}

TEST_CASE("the first number decides the end, the next ones smaller and smaller parts, from left to right") {
  constexpr unsigned levels = 4;
  constexpr std::size_t n = 1 << levels;
  const std::vector<float> a = matrix(levels);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t first = 0, last = n;  // between these times, number k has an effect
    if (k > 0) {
      std::size_t parts = 1;
      while (2 * parts <= k) parts *= 2;
      first = (k - parts) * (n / parts);
      last = first + n / parts - 1;
    }
    for (std::size_t t = 0; t < n; ++t) {
      CAPTURE(k);
      CAPTURE(t);
      CHECK((a[t * n + k] > 0.0f) == (t >= first && t < last));
    }
  }
}

TEST_CASE("any number of paths, on any grid") {
  for (const std::size_t paths : {1u, 31u, 257u}) {
    const std::vector<float> z = random_values<float>(paths * 8, 5), a = matrix(3);
    std::vector<float> expected(z.size());
    for (std::size_t t = 0; t < 8; ++t)
      for (std::size_t p = 0; p < paths; ++p) {
        double sum = 0.0;
        for (std::size_t k = 0; k < 8; ++k) sum += double{a[t * 8 + k]} * z[k * paths + p];
        expected[t * paths + p] = static_cast<float>(sum);
      }
    CAPTURE(paths);
    CHECK(difference(bridged(3, z, 1, 32), expected, 1e-5) == "");
    CHECK(difference(bridged(3, z, 5, 100), expected, 1e-5) == "");
  }
}

#ifdef __LOOM__
TEST_CASE("each number is read once, each position written once, in whole sectors") {
  constexpr std::size_t paths = 64, n = 16;
  DeviceArray<float> z(random_values<float>(paths * n, 9)), w(paths * n);
  const auto seen = loom::observe([&] {
    bridge<<<1, 64>>>(4, weft::View<const float>(z.data(), z.size()), weft::View<float>(w.data(), w.size()));
  });
  CHECK(seen.global_stores.requests == paths / 32 * n);
  CHECK(seen.global_loads.requests <= paths / 32 * 3 * n);
  CHECK(seen.global_loads.sectors_per_request() == 4);
  CHECK(seen.global_stores.sectors_per_request() == 4);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> z = random_values<float>(256 * 16, 9);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { bridged(4, z, 4, 64); }) == "");
}
