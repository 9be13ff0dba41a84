#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "support.hpp"

#include "03-first-programs/zeta.hpp"

// The same kernel twice more, for threads that are only imagined: number 3 of 1'500'000'256, and number 3 of 2^32 + 1024.
namespace imagined {
__global__ void add_powers(double s, long long n, weft::View<double> partial);
}  // namespace imagined
namespace imagined_in_a_larger_grid {
__global__ void add_powers(double s, long long n, weft::View<double> partial);
}  // namespace imagined_in_a_larger_grid

constexpr double pi = 3.14159265358979323846;
constexpr double zeta_of_3 = 1.20205690315959428540;       // Apéry's constant
constexpr double zeta_of_3_halves = 2.61237534868548834335;

// The first n terms, smallest first, in higher precision.
double expected(double s, long long n) {
  long double sum = 0.0L;
  for (long long k = n; k >= 1; --k) sum += std::pow(static_cast<long double>(k), -static_cast<long double>(s));
  return static_cast<double>(sum);
}

TEST_CASE("exactly the first n terms are added") {
  for (const double s : {1.5, 2.0, 3.0, 7.25}) {
    for (const long long n : {1, 2, 31, 257, 2048, 2049, 1023 * 31, 100'003}) {
      CAPTURE(s);
      CAPTURE(n);
      CHECK(difference(zeta(s, n), expected(s, n), 1e-12) == "");
    }
  }
}

TEST_CASE("a kernel did the work") {
  const auto before = launches_seen();
  CHECK(difference(zeta(2.0, 3), 1.0 + 1.0 / 4.0 + 1.0 / 9.0, 1e-12) == "");
  if (before) CHECK(*launches_seen() > *before);
}

TEST_CASE("every thread writes its own partial sum, and none has more than its share of the terms") {
  for (const long long n : {1000, 7}) {  // for each of 165 threads six terms or so, and for most of them none
    CAPTURE(n);
    DeviceArray<double> partial(5 * 33);
    add_powers<<<5, 33>>>(0.0, n, weft::View<double>(partial.data(), partial.size()));  // of terms that are all 1
    REQUIRE(cudaGetLastError() == cudaSuccess);
    double sum = 0.0;
    for (const double share : partial.read()) {
      REQUIRE(share <= 20.0);  // false where no thread wrote: there is NaN
      sum += share;
    }
    CHECK(sum == n);
    CHECK(partial.written_around() == "");
  }
}

TEST_CASE("indices and strides beyond two billion do not wrap around, nor those beyond four") {
  DeviceArray<double> partial(4);
  const weft::View<double> first(partial.data(), partial.size());
  imagined::add_powers<<<1, 1>>>(0.0, 2'000'000'000, first);  // terms that are all 1
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(std::abs(partial.read()[3] - 1.5) < 1.0);  // one term or two
  imagined_in_a_larger_grid::add_powers<<<1, 1>>>(0.0, 1LL << 33, first);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(std::abs(partial.read()[3] - 1.5) < 1.0);
}

TEST_CASE("no device memory leaks") {
  const auto before = bytes_in_use();
  zeta(2.0, 1000);
  CHECK(bytes_in_use() == before);
}

TEST_CASE("with its tail, a thousand terms are as good as billions") {
  CHECK(difference(zeta_with_tail(2.0, 1000), pi * pi / 6.0, 1e-9) == "");
  CHECK(difference(zeta_with_tail(4.0, 1000), pi * pi * pi * pi / 90.0, 1e-12) == "");
  CHECK(difference(zeta_with_tail(3.0, 1000), zeta_of_3, 1e-12) == "");
  CHECK(difference(zeta_with_tail(1.5, 10'000), zeta_of_3_halves, 1e-10) == "");
}

TEST_CASE("if the sum has no value, the function throws") {
  CHECK_THROWS_AS(zeta(1.0, 10), std::domain_error);
  CHECK_THROWS_AS(zeta(-2.0, 10), std::domain_error);
  CHECK_THROWS_AS(zeta(std::numeric_limits<double>::quiet_NaN(), 10), std::domain_error);
  CHECK_THROWS_AS(zeta_with_tail(0.5, 10), std::domain_error);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 64, .blocks = 2.5}, [] { zeta(2.0, 50'000); }) == "");
}

__global__ void nothing() {}

TEST_CASE("the error of the launch is queried") {
  nothing<<<1, 4096>>>();  // is refused, and its error has not been queried
  bool returned = false;
  try {
    zeta(2.0, 10);
  } catch (const weft::CudaError&) {
    returned = true;
  }
  const cudaError_t left_behind = returned ? cudaSuccess : cudaGetLastError();
  CHECK(std::string(cudaGetErrorName(left_behind)) == "cudaSuccess");
  cudaGetLastError();
}
