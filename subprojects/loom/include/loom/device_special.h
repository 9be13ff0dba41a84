// CUDA's mathematical functions that the C library does not have. In float they are computed in double and rounded once.
#pragma once

#include <cmath>
#include <limits>

#define LOOM_INLINE [[maybe_unused]] __attribute__((always_inline)) static inline

namespace loom {

// x - 2 round(x / 2), exactly: within [-1, 1].
LOOM_INLINE double half_turns(double x) { return std::remainder(x, 2.0); }

// Newton's method, from an approximation good to about one part in a hundred.
inline double inverse_erf(double y) {
  if (!(y > -1 && y < 1)) return y == 1 || y == -1 ? y * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  const double logarithm = std::log1p(-y * y), a = 2 / (M_PI * 0.147) + logarithm / 2;
  double x = std::copysign(std::sqrt(std::sqrt(a * a - logarithm / 0.147) - a), y);
  for (int i = 0; i < 4; ++i) x -= (std::erf(x) - y) * std::sqrt(M_PI) / 2 * std::exp(x * x);
  return x;
}

// As above; near 0 the function itself is followed, for there 1 - y says nothing of y.
inline double inverse_erfc(double y) {
  if (!(y > 0 && y < 2)) return y == 0 || y == 2 ? (1 - y) * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (y > 0.5) return inverse_erf(1 - y);
  double x = std::sqrt(-std::log(y));
  for (int i = 0; i < 12; ++i) x += (std::log(std::erfc(x)) - std::log(y)) * std::sqrt(M_PI) / 2 * std::exp(x * x) * std::erfc(x);
  return x;
}

// exp(x²) erfc(x). Where erfc vanishes, its asymptotic series.
inline double scaled_erfc(double x) {
  if (x < 20) return std::exp(x * x) * std::erfc(x);
  const double q = 1 / (2 * x * x);
  return (1 - q * (1 - 3 * q * (1 - 5 * q * (1 - 7 * q)))) / (x * std::sqrt(M_PI));
}

}  // namespace loom

LOOM_INLINE double sinpi(double x) {
  const double r = loom::half_turns(x);
  if (r == 0 || std::fabs(r) == 1) return std::copysign(0.0, x);
  return std::fabs(r) > 0.5 ? std::sin(M_PI * std::copysign(1 - std::fabs(r), r)) : std::sin(M_PI * r);
}
LOOM_INLINE double cospi(double x) {
  const double r = std::fabs(loom::half_turns(x));
  return r == 0.5 ? 0.0 : std::cos(M_PI * r);
}
LOOM_INLINE void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
LOOM_INLINE double erfinv(double y) { return loom::inverse_erf(y); }
LOOM_INLINE double erfcinv(double y) { return loom::inverse_erfc(y); }
LOOM_INLINE double erfcx(double x) { return loom::scaled_erfc(x); }
LOOM_INLINE double normcdf(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }
LOOM_INLINE double normcdfinv(double p) { return -M_SQRT2 * loom::inverse_erfc(2 * p); }
LOOM_INLINE double rhypot(double x, double y) { return 1 / std::hypot(x, y); }
LOOM_INLINE double norm3d(double a, double b, double c) { return std::hypot(a, b, c); }
LOOM_INLINE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
LOOM_INLINE double norm4d(double a, double b, double c, double d) { return std::hypot(std::hypot(a, b), std::hypot(c, d)); }
LOOM_INLINE double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
LOOM_INLINE double cyl_bessel_i0(double x) { return std::cyl_bessel_i(0, std::fabs(x)); }
LOOM_INLINE double cyl_bessel_i1(double x) { return std::copysign(std::cyl_bessel_i(1, std::fabs(x)), x); }

#define LOOM_FLOAT(name) LOOM_INLINE float name##f(float x) { return static_cast<float>(name(static_cast<double>(x))); }
LOOM_FLOAT(sinpi)
LOOM_FLOAT(cospi)
LOOM_FLOAT(erfinv)
LOOM_FLOAT(erfcinv)
LOOM_FLOAT(erfcx)
LOOM_FLOAT(normcdf)
LOOM_FLOAT(normcdfinv)
LOOM_FLOAT(cyl_bessel_i0)
LOOM_FLOAT(cyl_bessel_i1)
#undef LOOM_FLOAT
LOOM_INLINE void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
LOOM_INLINE float rhypotf(float x, float y) { return static_cast<float>(rhypot(x, y)); }
LOOM_INLINE float norm3df(float a, float b, float c) { return static_cast<float>(norm3d(a, b, c)); }
LOOM_INLINE float rnorm3df(float a, float b, float c) { return static_cast<float>(rnorm3d(a, b, c)); }
LOOM_INLINE float norm4df(float a, float b, float c, float d) { return static_cast<float>(norm4d(a, b, c, d)); }
LOOM_INLINE float rnorm4df(float a, float b, float c, float d) { return static_cast<float>(rnorm4d(a, b, c, d)); }

LOOM_INLINE unsigned umin(unsigned x, unsigned y) { return x < y ? x : y; }
LOOM_INLINE unsigned umax(unsigned x, unsigned y) { return x > y ? x : y; }
LOOM_INLINE long long llmin(long long x, long long y) { return x < y ? x : y; }
LOOM_INLINE long long llmax(long long x, long long y) { return x > y ? x : y; }
LOOM_INLINE unsigned long long ullmin(unsigned long long x, unsigned long long y) { return x < y ? x : y; }
LOOM_INLINE unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x > y ? x : y; }

#undef LOOM_INLINE
