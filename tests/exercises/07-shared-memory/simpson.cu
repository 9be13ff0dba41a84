#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "support.hpp"

#include <07-shared-memory/simpson.cu>

struct Line {
  __host__ __device__ double operator()(double x) const { return 3.0 * x - 2.0; }
};
struct Cubic {
  __host__ __device__ double operator()(double x) const { return x * x * x - x; }
};
struct Exponential {
  __host__ __device__ double operator()(double x) const { return exp(x); }
};
// Counts how often it is asked.
struct Counting {
  unsigned long long* times;
  __device__ double operator()(double x) const {
    atomicAdd(times, 1ull);
    return x;
  }
};

bool close(double is, double should, double tolerance = 1e-12) { return std::abs(is - should) <= tolerance * std::max(1.0, std::abs(should)); }

TEST_CASE("both rules integrate a straight line exactly") {
  for (const unsigned long long n : {2ull, 4ull, 254ull, 5000ull})
    for (const unsigned blocks : {1u, 16u}) {
      CAPTURE(n);
      const auto [trapezoid, simpson] = integrate(Line{}, -1.0, 3.0, n, blocks);
      CHECK(close(trapezoid, 4.0));
      CHECK(close(simpson, 4.0));
    }
}

TEST_CASE("Simpson's rule is exact up to the third power, the trapezoid rule is not") {
  const auto [trapezoid, simpson] = integrate(Cubic{}, 0.0, 2.0, 6);
  CHECK(close(simpson, 2.0));
  CHECK(close(trapezoid, 2.0 + 1.0 / 9.0));
}

TEST_CASE("twice as many strips leave a quarter of the one error, and a sixteenth of the other") {
  const double exact = std::exp(1.0) - 1.0;
  const auto coarse = integrate(Exponential{}, 0.0, 1.0, 50), fine = integrate(Exponential{}, 0.0, 1.0, 100);
  CHECK(std::abs((coarse.trapezoid - exact) / (fine.trapezoid - exact) - 4.0) < 0.01);
  CHECK(std::abs((coarse.simpson - exact) / (fine.simpson - exact) - 16.0) < 0.5);
  CHECK(std::abs(fine.simpson - exact) < 1e-4 * std::abs(fine.trapezoid - exact));
}

TEST_CASE("each place is looked at once") {
  for (const unsigned long long n : {2ull, 128ull, 1000ull}) {
    DeviceArray<unsigned long long> times(std::vector<unsigned long long>{0});
    integrate(Counting{times.data()}, 0.0, 1.0, n, 3);
    CHECK(times.read()[0] == n + 1);
  }
}

TEST_CASE("an odd number of strips is refused") {
  CHECK_THROWS_AS(integrate(Line{}, 0.0, 1.0, 3), std::invalid_argument);
  CHECK_THROWS_AS(integrate(Line{}, 0.0, 1.0, 0), std::invalid_argument);
}
