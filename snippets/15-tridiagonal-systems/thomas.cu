// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 3f634c78f8394d646d949a2c1a3106de8f766ab8]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/tridiagonal.cuh"

const double pi = std::acos(-1.0);

// The largest error of a sine with k half-waves, found by Thomas from (-1, 2, -1).
template <class T>
double error_of_sine(std::size_t n, unsigned k) {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> a(n, -1), b(n, 2), c(n, -1), d(n);
  a.front() = c.back() = nan;
  const double m = static_cast<double>(n + 1), half = std::sin(pi * k / (2 * m));
  const auto sine = [&](std::size_t i) { return std::sin(pi * k * static_cast<double>(i + 1) / m); };
  for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<T>(4 * half * half * sine(i));
  const std::vector<T> x = weft::thomas<T>(a, b, c, d);
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) worst = weft::worse(worst, std::abs(x[i] - sine(i)));
  return worst;
}

TEST_CASE("sines come out of (-1, 2, -1) as they should, of any length") {
  for (const std::size_t n : {1, 2, 3, 31, 1000}) CHECK(error_of_sine<double>(n, 1) < 1e-9);
  CHECK(error_of_sine<double>(1000, 999) < 1e-7);
}

TEST_CASE("in float, a thousand unknowns of (-1, 2, -1) lose digits") {
  for (const unsigned k : {1u, 999u}) {
    const double off = error_of_sine<float>(1000, k);
    CHECK(off > 1e-5);   // more than a hundred roundings
    CHECK(off < 0.025);  // and less than the condition number allows, 4e5 times 6e-8
    std::printf("a sine of %3u half-waves: off by %.0e in float, by %.0e in double\n", k, off,
                error_of_sine<double>(1000, k));
  }
}
