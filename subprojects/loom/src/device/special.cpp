// Mathematical functions that the C library has not.

#include "loom/device_math.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace {

// Wide enough that what is worked out in it and rounded once is as good as exact.
using Wide = long double;

constexpr Wide pi = std::numbers::pi_v<Wide>;
constexpr Wide nan = std::numeric_limits<Wide>::quiet_NaN();
constexpr Wide infinity = std::numeric_limits<Wide>::infinity();

// x in quarters of a turn: the nearest quarter, and how far x pi lies from it.
struct Quarter { int number; Wide rest; };
Quarter quarter_of(Wide x) {
  const Wide in_turn = std::fmod(x, Wide{2});          // exact
  const Wide nearest = std::nearbyint(2 * in_turn);
  return {static_cast<int>(nearest) & 3, (in_turn - nearest / 2) * pi};
}

Wide sine_of_turns(Wide x) {
  if (!std::isfinite(x)) return nan;
  if (x == std::nearbyint(x)) return std::copysign(Wide{0}, x);
  const auto [number, rest] = quarter_of(x);
  const Wide size = number % 2 == 0 ? std::sin(rest) : std::cos(rest);
  return number < 2 ? size : -size;
}

Wide cosine_of_turns(Wide x) {
  if (!std::isfinite(x)) return nan;
  const auto [number, rest] = quarter_of(x);
  const Wide size = number % 2 == 0 ? std::cos(rest) : std::sin(rest);
  if (size == 0) return 0;
  return number == 1 || number == 2 ? -size : size;
}

// x where erfc(x) is y, by Newton's method from the tail's leading term.
Wide inverse_of_erfc(Wide y) {
  if (!(y >= 0 && y <= 2)) return nan;
  if (y == 0) return infinity;
  if (y == 2) return -infinity;
  if (y > 1) return -inverse_of_erfc(2 - y);
  Wide x = y > Wide{0.5} ? (1 - y) * std::sqrt(pi) / 2 : std::sqrt(-std::log(y * std::sqrt(pi)));
  if (!(x > 0)) x = 0;
  for (int i = 0; i < 60; ++i) {
    // With the logarithm of erfc the steps are good in the far tail too.
    const Wide at = std::erfc(x);
    const Wide step = std::log(at / y) * at / (2 / std::sqrt(pi) * std::exp(-x * x));
    x += step;
    if (std::fabs(step) <= std::fabs(x) * std::numeric_limits<Wide>::epsilon()) break;
  }
  return x;
}

// erf's own inverse keeps its precision near 0, where 1 - y would lose it.
Wide inverse_of_erf(Wide y) {
  if (!(y >= -1 && y <= 1)) return nan;
  if (y < 0) return -inverse_of_erf(-y);
  if (y > Wide{0.5}) return inverse_of_erfc(1 - y);
  Wide x = y * std::sqrt(pi) / 2;
  for (int i = 0; i < 60; ++i) {
    const Wide step = (y - std::erf(x)) * std::sqrt(pi) / 2 * std::exp(x * x);
    x += step;
    if (std::fabs(step) <= std::fabs(x) * std::numeric_limits<Wide>::epsilon()) break;
  }
  return x;
}

// exp(x^2) erfc(x). Far out by its asymptotic series, whose terms shrink fast there.
Wide scaled_erfc(Wide x) {
  if (std::isnan(x)) return x;
  if (x < 30) return std::exp(x * x) * std::erfc(x);
  const Wide square = 2 * x * x;
  Wide term = 1, sum = 1;
  for (int k = 1; k < 12; ++k) {
    term *= -(2 * k - 1) / square;
    sum += term;
  }
  return sum / (x * std::sqrt(pi));
}

Wide normal_cdf(Wide x) { return std::erfc(-x / std::numbers::sqrt2_v<Wide>) / 2; }
Wide inverse_of_normal_cdf(Wide p) { return -std::numbers::sqrt2_v<Wide> * inverse_of_erfc(2 * p); }

// An infinite component makes the length infinite, whatever the others are.
template <class... Components>
Wide length(Components... x) {
  if ((std::isinf(x) || ...)) return infinity;
  return std::sqrt(((Wide{x} * Wide{x}) + ...));
}

// Beyond the range of double the functions of float and double are infinite anyhow.
Wide bessel_i(int order, Wide x) {
  if (std::isnan(x)) return x;
  const Wide size = std::fabs(x);
  const Wide value = size > 800 ? infinity : std::cyl_bessel_i(static_cast<Wide>(order), size);
  return order % 2 == 1 && std::signbit(x) ? -value : value;
}

}  // namespace

#define LOOM_SPECIAL(T, f)                                                                            \
  T sinpi##f(T x) { return static_cast<T>(sine_of_turns(x)); }                                        \
  T cospi##f(T x) { return static_cast<T>(cosine_of_turns(x)); }                                      \
  void sincospi##f(T x, T* sptr, T* cptr) {                                                           \
    *sptr = sinpi##f(x);                                                                              \
    *cptr = cospi##f(x);                                                                              \
  }                                                                                                   \
  T rsqrt##f(T x) { return static_cast<T>(1 / std::sqrt(Wide{x})); }                                  \
  T rcbrt##f(T x) { return static_cast<T>(1 / std::cbrt(Wide{x})); }                                  \
  T rhypot##f(T x, T y) { return static_cast<T>(1 / length(x, y)); }                                  \
  T norm3d##f(T a, T b, T c) { return static_cast<T>(length(a, b, c)); }                              \
  T rnorm3d##f(T a, T b, T c) { return static_cast<T>(1 / length(a, b, c)); }                         \
  T norm4d##f(T a, T b, T c, T d) { return static_cast<T>(length(a, b, c, d)); }                      \
  T rnorm4d##f(T a, T b, T c, T d) { return static_cast<T>(1 / length(a, b, c, d)); }                 \
  T erfinv##f(T y) { return static_cast<T>(inverse_of_erf(y)); }                                      \
  T erfcinv##f(T y) { return static_cast<T>(inverse_of_erfc(y)); }                                    \
  T erfcx##f(T x) { return static_cast<T>(scaled_erfc(x)); }                                          \
  T normcdf##f(T x) { return static_cast<T>(normal_cdf(x)); }                                         \
  T normcdfinv##f(T p) { return static_cast<T>(inverse_of_normal_cdf(p)); }                           \
  T cyl_bessel_i0##f(T x) { return static_cast<T>(bessel_i(0, x)); }                                  \
  T cyl_bessel_i1##f(T x) { return static_cast<T>(bessel_i(1, x)); }
LOOM_SPECIAL(float, f)
LOOM_SPECIAL(double, )
