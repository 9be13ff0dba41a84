#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "07-shared-memory/midpoint.hpp"
#include "07-shared-memory/midpoint.given.hpp"

// Exactly what the rule gives for x² from 0 to 1.
double rule_for_square(unsigned long long n) { return 1.0 / 3.0 - 1.0 / (12.0 * static_cast<double>(n) * static_cast<double>(n)); }

TEST_CASE("a straight line is integrated exactly") {
  for (const unsigned long long n : {1ull, 3ull, 257ull, 5000ull}) {
    CAPTURE(n);
    CHECK(difference(midpoint(Line{}, -1.0, 3.0, n), 4.0, 1e-12) == "");
  }
}

TEST_CASE("every strip counts once, whatever the grid and the block") {
  for (const unsigned threads : {1u, 32u, 96u, 100u, 256u, 1000u, 1024u})
    for (const unsigned blocks : {1u, 7u}) {
      CAPTURE(threads);
      CAPTURE(blocks);
      CHECK(difference(midpoint(Square{}, 0.0, 1.0, 1000, blocks, threads), rule_for_square(1000), 1e-12) == "");
    }
}

TEST_CASE("strips are distinguished where a float could not") {
  constexpr unsigned long long n = (1 << 24) + 3;
  CHECK(difference(midpoint(Sawtooth{}, 0.0, n, n), n - 0.5) == "");
}

TEST_CASE("from right to left the sign changes") { CHECK(difference(midpoint(Square{}, 1.0, 0.0, 100), -rule_for_square(100), 1e-12) == ""); }

TEST_CASE("twice as many strips leave a quarter of the error") {
  const double coarse = midpoint(Sine{}, 0.0, 3.0, 50) - (1.0 - std::cos(3.0));
  const double fine = midpoint(Sine{}, 0.0, 3.0, 100) - (1.0 - std::cos(3.0));
  CHECK(std::abs(coarse / fine - 4.0) < 0.01);
}

TEST_CASE("each block performs one atomic operation, and none in shared memory") {
  const auto spent = atomics_seen([] { midpoint(Square{}, 0.0, 1.0, 2000, 5, 128); });
#ifdef __LOOM__
  CHECK(spent.in_global == 5);
#endif
  CHECK(spent.in_shared == 0);
}

TEST_CASE("at least half of the threads evaluate f, with three strips per thread") {
  DeviceArray<unsigned> times(std::vector<unsigned>(5 * 128, 0));
  midpoint(Counting{times.data()}, 0.0, 1.0, 3 * 5 * 128, 5, 128);
  const std::vector<unsigned> counts = times.read();
  CHECK(std::count(counts.begin(), counts.end(), 0u) <= 5 * 128 / 2);
}

#ifdef __LOOM__
TEST_CASE("every block writes to shared memory") {
  CHECK(loom::observe([] { midpoint(Square{}, 0.0, 1.0, 2000, 5, 128); }).shared_stores.requests >= 5);
}
#endif

TEST_CASE("a refused launch throws") {
  CHECK_THROWS_AS(midpoint(Line{}, 0.0, 1.0, 10, 1, 2048), weft::CudaError);
  cudaGetLastError();  // a careless answer does not clear it
}

TEST_CASE("the work is shared by many threads in several blocks") {
  // A thread that adds up alone what its block has in shared memory does most of the work.
  CHECK(too_serial({.threads = 120, .blocks = 4}, [] { midpoint(Square{}, 0.0, 1.0, 3 * 5 * 128, 5, 128); }) == "");
}
