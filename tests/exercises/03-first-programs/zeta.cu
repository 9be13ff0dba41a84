#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "support.hpp"

#include <03-first-programs/zeta.cu>

constexpr double pi = 3.14159265358979323846;
constexpr double zeta_of_3 = 1.20205690315959428540;       // Apéry's constant
constexpr double zeta_of_3_halves = 2.61237534868548834335;

// The first n terms, smallest first, in higher precision.
double expected(double s, long long n) {
  long double sum = 0.0L;
  for (long long k = n; k >= 1; --k) sum += std::pow(static_cast<long double>(k), -static_cast<long double>(s));
  return static_cast<double>(sum);
}

// False for NaN.
bool close(double is, double should, double tolerance) { return std::abs(is - should) <= tolerance; }

TEST_CASE("the first n terms are added, no more and no less") {
  for (const double s : {1.5, 2.0, 3.0, 7.25}) {
    for (const long long n : {1, 2, 31, 257, 2048, 2049, 1023 * 31, 100'003}) {
      CAPTURE(s);
      CAPTURE(n);
      CHECK(close(zeta(s, n), expected(s, n), 1e-12));
    }
  }
}

TEST_CASE("a kernel did it") {
  const auto before = launches_seen();
  CHECK(close(zeta(2.0, 3), 1.0 + 1.0 / 4.0 + 1.0 / 9.0, 1e-12));
  if (before) CHECK(*launches_seen() > *before);
}

TEST_CASE("what the host adds up came from the kernel") {
#ifdef __LOOM__
  const loom::Seen seen = loom::observe([] { zeta(2.0, 1000); });
  CHECK(seen.global_stores.bytes + seen.global_atomics.bytes >= sizeof(double));
#endif
}

TEST_CASE("no device memory is lost") {
  const auto before = bytes_in_use();
  zeta(2.0, 1000);
  CHECK(bytes_in_use() == before);
}

TEST_CASE("with its tail, a thousand terms are as good as thousands of millions") {
  CHECK(close(zeta_with_tail(2.0, 1000), pi * pi / 6.0, 1e-9));
  CHECK(close(zeta_with_tail(4.0, 1000), pi * pi * pi * pi / 90.0, 1e-12));
  CHECK(close(zeta_with_tail(3.0, 1000), zeta_of_3, 1e-12));
  CHECK(close(zeta_with_tail(1.5, 10'000), zeta_of_3_halves, 1e-10));
}

TEST_CASE("where the sum has no value, the function has none either") {
  CHECK_THROWS_AS(zeta(1.0, 10), std::domain_error);
  CHECK_THROWS_AS(zeta(-2.0, 10), std::domain_error);
  CHECK_THROWS_AS(zeta(std::numeric_limits<double>::quiet_NaN(), 10), std::domain_error);
  CHECK_THROWS_AS(zeta_with_tail(0.5, 10), std::domain_error);
}
