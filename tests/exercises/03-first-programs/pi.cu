#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include <03-first-programs/pi.cu>

constexpr double pi = 3.14159265358979323846;

// The same sum of n strips, in higher precision.
double expected(long long n) {
  long double sum = 0.0L;
  for (long long i = 0; i < n; ++i) {
    const long double x = (i + 0.5L) / n;
    sum += std::sqrt(1.0L - x * x);
  }
  return static_cast<double>(4.0L * sum / n);
}

// False for NaN.
bool close(double is, double should, double tolerance) { return std::abs(is - should) <= tolerance; }

TEST_CASE("every strip is counted once, whatever their number") {
  for (const long long n : {1, 2, 31, 255, 257, 1000, 1023 * 31}) {
    for (const unsigned threads : {1u, 33u, 96u, 256u}) {
      CAPTURE(n);
      CAPTURE(threads);
      CHECK(close(integrate_pi(n, 1, threads), expected(n), 1e-12));
      CHECK(close(integrate_pi(n, 7, threads), expected(n), 1e-12));
    }
  }
}

TEST_CASE("more strips come closer to pi") {
  CHECK(close(integrate_pi(100, 3, 33), pi, 1e-3));
  CHECK(close(integrate_pi(10'000, 3, 33), pi, 1e-6));
  CHECK(close(integrate_pi(1'000'003, 30, 96), pi, 1e-9));
}

TEST_CASE("every thread leaves a partial sum of its own, and nothing beside it") {
  constexpr long long n = 1000;
  DeviceArray<double> partial(5 * 33);
  add_strips<<<5, 33>>>(n, weft::View<double>(partial.data(), partial.size()));
  REQUIRE(cudaGetLastError() == cudaSuccess);
  double sum = 0.0;
  for (const double share : partial.read()) sum += share;  // NaN where nobody wrote
  CHECK(close(4.0 * sum / n, expected(n), 1e-12));
  CHECK(partial.untouched_around());
}

TEST_CASE("a kernel did it") {
  const auto before = launches_seen();
  CHECK(close(integrate_pi(10, 2, 3), expected(10), 1e-12));
  if (before) CHECK(*launches_seen() > *before);
}

TEST_CASE("as many threads take part as were asked for") {
#ifdef __LOOM__
  const loom::Seen seen = loom::observe([] { integrate_pi(1000, 7, 96); });
  CHECK(seen.global_stores.bytes >= 7 * 96 * sizeof(double));  // each writes its share
#endif
}

TEST_CASE("no device memory is lost, not even when the launch is refused") {
  const auto before = bytes_in_use();
  integrate_pi(1000, 7, 96);
  CHECK(bytes_in_use() == before);
  CHECK_THROWS_AS(integrate_pi(1000, 1, 1025), weft::CudaError);
  CHECK(bytes_in_use() == before);
  cudaGetLastError();
}

TEST_CASE("a launch that is refused is thrown") {
  CHECK_THROWS_AS(integrate_pi(1000, 1, 1025), weft::CudaError);
  cudaGetLastError();  // a careless answer leaves it behind
  CHECK(close(integrate_pi(1000, 1, 1024), expected(1000), 1e-12));
}
