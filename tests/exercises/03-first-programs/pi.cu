#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "03-first-programs/pi.hpp"

// The same kernel twice more, for threads that are only imagined: number 3 of 1'500'000'256, and number 3 of 2^32 + 1024.
namespace imagined {
__global__ void add_strips(long long n, weft::View<double> partial);
}  // namespace imagined
namespace imagined_in_a_larger_grid {
__global__ void add_strips(long long n, weft::View<double> partial);
}  // namespace imagined_in_a_larger_grid

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

TEST_CASE("every strip is counted once, whatever their number") {
  for (const long long n : {1, 2, 31, 255, 257, 1000, 1023 * 31}) {
    for (const unsigned threads : {1u, 33u, 96u, 256u}) {
      CAPTURE(n);
      CAPTURE(threads);
      CHECK(difference(integrate_pi(n, 1, threads), expected(n), 1e-12) == "");
      CHECK(difference(integrate_pi(n, 7, threads), expected(n), 1e-12) == "");
    }
  }
}

TEST_CASE("more strips come closer to pi") {
  CHECK(difference(integrate_pi(100, 3, 33), pi, 1e-3) == "");
  CHECK(difference(integrate_pi(10'000, 3, 33), pi, 1e-6) == "");
  CHECK(difference(integrate_pi(1'000'003, 30, 96), pi, 1e-9) == "");
}

TEST_CASE("every thread writes its own partial sum, and nothing else") {
  constexpr long long n = 1000;
  DeviceArray<double> partial(5 * 33);
  add_strips<<<5, 33>>>(n, weft::View<double>(partial.data(), partial.size()));
  REQUIRE(cudaGetLastError() == cudaSuccess);
  double sum = 0.0;
  for (const double share : partial.read()) sum += share;  // NaN where no thread wrote
  CHECK(difference(4.0 * sum / n, expected(n), 1e-12) == "");
  CHECK(partial.written_around() == "");
}

TEST_CASE("no thread has more than its share of the strips") {
  DeviceArray<double> partial(5 * 33);
  add_strips<<<5, 33>>>(1000, weft::View<double>(partial.data(), partial.size()));
  REQUIRE(cudaGetLastError() == cudaSuccess);
  for (const double share : partial.read()) REQUIRE(share <= 20.0);  // of 165 threads: some six strips each, of height 1 or less
}

TEST_CASE("indices and strides beyond two billion do not wrap around, nor those beyond four") {
  DeviceArray<double> partial(4);
  const weft::View<double> first(partial.data(), partial.size());
  imagined::add_strips<<<1, 1>>>(2'000'000'000, first);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(partial.read()[3] < 2.5);  // of one strip or two, each of height 1 or less
  imagined_in_a_larger_grid::add_strips<<<1, 1>>>(4'000'000'000, first);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(partial.read()[3] < 1.5);  // of one strip or none
}

TEST_CASE("a kernel did the work") {
  const auto before = launches_seen();
  CHECK(difference(integrate_pi(10, 2, 3), expected(10), 1e-12) == "");
  if (before) CHECK(*launches_seen() > *before);
}

TEST_CASE("as many threads take part as were requested") {
#ifdef __LOOM__
  const loom::Seen seen = loom::observe([] { integrate_pi(1000, 7, 96); });
  CHECK(seen.global_stores.bytes >= 7 * 96 * sizeof(double));  // each writes its share
#endif
}

TEST_CASE("no device memory leaks, not even when the launch is refused") {
  const auto before = bytes_in_use();
  integrate_pi(1000, 7, 96);
  CHECK(bytes_in_use() == before);
  CHECK_THROWS_AS(integrate_pi(1000, 1, 1025), weft::CudaError);
  CHECK(bytes_in_use() == before);
  cudaGetLastError();
}

TEST_CASE("a refused launch throws") {
  CHECK_THROWS_AS(integrate_pi(1000, 1, 1025), weft::CudaError);
  cudaGetLastError();  // a careless answer does not clear it
  CHECK(difference(integrate_pi(1000, 1, 1024), expected(1000), 1e-12) == "");
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 7 * 48, .blocks = 6}, [] { integrate_pi(50'000, 7, 96); }) == "");
}
