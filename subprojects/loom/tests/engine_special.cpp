// The mathematical functions that the C library has not.
#include <cmath>
#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

#include "loom/device_math.h"

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Within this many steps of the last place of the wider result.
bool close(double x, long double exact, double steps) {
  return std::fabs(x - exact) <= steps * std::numeric_limits<double>::epsilon() * std::fabs(exact);
}

}  // namespace

TEST_CASE("sines and cosines of half turns are exact at every quarter") {
  for (int n = -9; n <= 9; ++n) {
    CAPTURE(n);
    CHECK(sinpi(n) == 0.0);
    CHECK(cospi(n) == (n % 2 == 0 ? 1.0 : -1.0));
    CHECK(sinpif(static_cast<float>(n) + 0.5f) == (n % 2 == 0 ? 1.0f : -1.0f));
    CHECK(cospif(static_cast<float>(n) + 0.5f) == 0.0f);
  }
  CHECK(std::signbit(sinpi(-0.0)));
  CHECK(std::signbit(sinpif(-3.0f)));
  CHECK(std::isnan(sinpi(infinity)));
  CHECK(std::isnan(cospi(not_a_number)));
  CHECK(sinpi(0.25) == std::sqrt(0.5));
  CHECK(cospi(1e22) == 1.0);
  double sine, cosine;
  sincospi(1.0 / 3, &sine, &cosine);
  CHECK(close(sine, std::sqrt(3.0L) / 2, 1));
  CHECK(close(cosine, 0.5L, 1));
}

TEST_CASE("inverse error functions invert, in the tails too") {
  for (double x : {-2.5, -1.0, -0.3, -1e-9, 1e-300, 1e-9, 0.1, 0.47, 0.9, 2.0}) {
    CAPTURE(x);
    CHECK(close(std::erf(erfinv(std::erf(x))), std::erf(x), 4));
  }
  for (double y : {1e-300, 1e-100, 1e-20, 1e-5, 0.2, 0.7, 1.0, 1.3, 1.9}) {
    CAPTURE(y);
    CHECK(close(static_cast<double>(std::erfc(static_cast<long double>(erfcinv(y)))), y, 4 * (1 + erfcinv(y) * erfcinv(y))));
  }
  CHECK(erfinv(1.0) == infinity);
  CHECK(erfcinv(2.0) == -infinity);
  CHECK(erfcinv(0.0) == infinity);
  CHECK(erfcinv(1.0) == 0.0);
  CHECK(std::isnan(erfinv(1.5)));
  CHECK(std::isnan(erfcinvf(-1.0f)));
}

TEST_CASE("the normal distribution and its inverse") {
  CHECK(normcdf(0.0) == 0.5);
  CHECK(close(normcdf(1.0), 0.841344746068542948585232545632L, 1));
  CHECK(close(normcdf(-10.0), 7.61985302416052606597334325e-24L, 2));
  CHECK(close(normcdfinv(0.975), 1.95996398454005423552459443L, 1));
  CHECK(normcdfinv(0.0) == -infinity);
  CHECK(normcdfinv(1.0) == infinity);
}

TEST_CASE("the scaled error function stays finite where its factors do not") {
  CHECK(erfcx(0.0) == 1.0);
  CHECK(close(erfcx(1.0), 0.427583576155807004410750344490515L, 1));
  CHECK(close(erfcx(29.999), std::exp(29.999L * 29.999L) * std::erfc(29.999L), 2));
  CHECK(close(erfcx(1e9), 1 / (1e9L * std::sqrt(3.14159265358979323846264338327950288L)), 1));
  CHECK(erfcx(-30.0) == infinity);
}

TEST_CASE("lengths and what is one over them") {
  CHECK(norm3d(2.0, 3.0, 6.0) == 7.0);
  CHECK(rnorm3df(2.0f, 3.0f, 6.0f) == 1.0f / 7);
  CHECK(norm4d(1.0, 1.0, 1.0, 1.0) == 2.0);
  CHECK(rnorm4d(2.0, 2.0, 2.0, 2.0) == 0.25);
  CHECK(norm3d(1e300, 1e300, 0.0) == std::sqrt(2.0) * 1e300);
  CHECK(norm3d(infinity, not_a_number, 0.0) == infinity);
  CHECK(rhypot(3.0, 4.0) == 0.2);
  CHECK(rhypotf(0.0f, 0.0f) == std::numeric_limits<float>::infinity());
  const double numbers[] = {1, 2, 4, 10, 2};
  CHECK(close(norm(5, numbers), std::sqrt(125.0L), 2));
  CHECK(close(rnorm(5, numbers), 1 / std::sqrt(125.0L), 3));
}

TEST_CASE("modified Bessel functions") {
  CHECK(cyl_bessel_i0(0.0) == 1.0);
  CHECK(cyl_bessel_i1(0.0) == 0.0);
  CHECK(close(cyl_bessel_i0(1.0), 1.26606587775200833559824462521472L, 2));
  CHECK(close(cyl_bessel_i1(-1.0), -0.565159103992485027207696027609864L, 2));
  CHECK(cyl_bessel_i0f(1000.0f) == std::numeric_limits<float>::infinity());
}

TEST_CASE("fast functions fail where a GPU's do") {
  CHECK(std::isnan(__powf(-2.0f, 2.0f)));
  CHECK(std::isnan(__powf(0.0f, 0.0f)));
  CHECK(__powf(2.0f, 10.0f) == 1024.0f);
  CHECK(__fdividef(1.0f, 0x1.8p126f) == 0.0f);
  CHECK(std::isnan(__fdividef(std::numeric_limits<float>::infinity(), 0x1.8p126f)));
  CHECK(__fdividef(6.0f, 0x1p126f) == 6.0f / 0x1p126f);
  CHECK(__exp10f(2.0f) != 100.0f);
}

TEST_CASE("fast functions stay within their documented errors") {
  for (float x = -80; x <= 80; x += 0.37f) {
    CAPTURE(x);
    const long double exact = std::exp(static_cast<long double>(x));
    CHECK(std::fabs(__expf(x) - exact) <= (2 + std::floor(std::fabs(1.173 * x))) * 0x1p-23 * exact);
    const float positive = std::fabs(x) + 0.01f;
    CHECK(std::fabs(__logf(positive) - std::log(static_cast<long double>(positive))) <=
          std::fmax(0x1p-21L, 3 * 0x1p-23L * std::fabs(std::log(static_cast<long double>(positive)))));
    if (std::fabs(x) <= 3.14f) CHECK(std::fabs(__sinf(x) - std::sin(static_cast<long double>(x))) <= 0x1p-21L);
  }
}
