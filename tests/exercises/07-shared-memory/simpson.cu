#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "07-shared-memory/simpson.hpp"
#include "07-shared-memory/simpson.given.hpp"

TEST_CASE("both rules integrate a straight line exactly") {
  for (const unsigned long long n : {2ull, 4ull, 254ull, 5000ull})
    for (const unsigned blocks : {1u, 16u}) {
      CAPTURE(n);
      const auto [trapezoid, simpson] = integrate(Line{}, -1.0, 3.0, n, blocks);
      CHECK(difference(trapezoid, 4.0, 1e-12) == "");
      CHECK(difference(simpson, 4.0, 1e-12) == "");
    }
}

TEST_CASE("points are distinguished where a float could not") {
  constexpr unsigned long long n = (1 << 25) + 2;
  const auto [trapezoid, simpson] = integrate(Sawtooth{}, 0.0, n, n);
  CHECK(difference(trapezoid, n / 2.0, 1e-12) == "");
  CHECK(difference(simpson, 2.0 * n / 3.0, 1e-12) == "");
}

TEST_CASE("Simpson's rule is exact up to the third power, the trapezoid rule is not") {
  const auto [trapezoid, simpson] = integrate(Cubic{}, 0.0, 2.0, 6);
  CHECK(difference(simpson, 2.0, 1e-12) == "");
  CHECK(difference(trapezoid, 2.0 + 1.0 / 9.0, 1e-12) == "");
}

TEST_CASE("twice as many strips leave a quarter of the trapezoid error, and a sixteenth of Simpson's") {
  const double exact = std::exp(1.0) - 1.0;
  const auto coarse = integrate(Exponential{}, 0.0, 1.0, 50), fine = integrate(Exponential{}, 0.0, 1.0, 100);
  CHECK(std::abs((coarse.trapezoid - exact) / (fine.trapezoid - exact) - 4.0) < 0.01);
  CHECK(std::abs((coarse.simpson - exact) / (fine.simpson - exact) - 16.0) < 0.5);
  CHECK(std::abs(fine.simpson - exact) < 1e-4 * std::abs(fine.trapezoid - exact));
}

// How often each thread of three blocks evaluates f.
std::vector<unsigned> looks(unsigned long long n) {
  DeviceArray<unsigned> times(std::vector<unsigned>(3 * block_size, 0));
  integrate(Counting{times.data()}, 0.0, 1.0, n, 3);
  return times.read();
}

TEST_CASE("f is evaluated once per point") {
  for (const unsigned long long n : {2ull, 128ull, 1000ull}) {
    const std::vector<unsigned> times = looks(n);
    CHECK(std::accumulate(times.begin(), times.end(), 0ull) == n + 1);
  }
}

TEST_CASE("at least half of the threads evaluate f, with three points per thread") {
  const std::vector<unsigned> times = looks(3 * 3 * block_size);
  CHECK(std::count(times.begin(), times.end(), 0u) <= 3 * block_size / 2);
}

#ifdef __LOOM__
TEST_CASE("each block adds up in shared memory, and performs at most two atomic operations") {
  const auto seen = loom::observe([] { integrate(Line{}, -1.0, 3.0, 5000, 5); });
  CHECK(seen.shared_stores.requests >= 5);
  CHECK(seen.global_atomics.sectors <= 2 * 5);
}
#endif

TEST_CASE("an odd number of strips throws") {
  CHECK_THROWS_AS(integrate(Line{}, 0.0, 1.0, 3), std::invalid_argument);
  CHECK_THROWS_AS(integrate(Line{}, 0.0, 1.0, 0), std::invalid_argument);
}

TEST_CASE("a refused launch throws") {
  CHECK_THROWS_AS(integrate(Line{}, 0.0, 1.0, 2, 0), weft::CudaError);
  cudaGetLastError();  // a careless answer does not clear it
}

TEST_CASE("the work is shared by many threads in several blocks") {
  // A thread that adds up alone what its block has in shared memory does most of the work.
  CHECK(too_serial({.threads = block_size, .blocks = 4}, [] { integrate(Line{}, -1.0, 3.0, 3 * 5 * block_size - 2, 5); }) == "");
}

TEST_CASE("no atomic operation is on shared memory") {
  CHECK(atomics_seen([] { integrate(Line{}, -1.0, 3.0, 5000, 5); }).in_shared == 0);
}
