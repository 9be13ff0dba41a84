// Arithmetic with a rounding mode in its name. The processor has the mode; the operands are volatile so that the compiler
// moves no operation out of it.

#include "loom/device_math.h"

#include <cfenv>
#include <cstdint>
#include <limits>

#include "engine/processor.hpp"

namespace {

class Rounding {
 public:
  explicit Rounding(int mode) : before_(loom::set_rounding(mode)) {}
  ~Rounding() { loom::restore_rounding(before_); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;

 private:
  decltype(loom::set_rounding(0)) before_;
};

constexpr int rn = FE_TONEAREST, rz = FE_TOWARDZERO, ru = FE_UPWARD, rd = FE_DOWNWARD;

template <class T, class Operation>
T rounded(int mode, T x, T y, Operation operation) {
  const Rounding rounding(mode);
  volatile T a = x, b = y;
  volatile T result = operation(a, b);
  return result;
}

template <class To, class From>
To converted(int mode, From x) {
  const Rounding rounding(mode);
  volatile From from = x;
  volatile To result = static_cast<To>(from);
  return result;
}

// As a GPU converts: what does not fit becomes the nearest integer that does, and NaN becomes 0, or the integer of the
// highest bit alone where either side has 64 bits.
template <class Integer, class Real>
Integer to_integer(int mode, Real x) {
  using Limits = std::numeric_limits<Integer>;
  constexpr bool is_wide = sizeof(Integer) == 8 || sizeof(Real) == 8;
  if (x != x) return is_wide ? static_cast<Integer>(std::uint64_t{1} << (8 * sizeof(Integer) - 1)) : 0;
  Real whole;
  {
    const Rounding rounding(mode);
    volatile Real operand = x;
    whole = nearbyint(operand);
  }
  if (whole < static_cast<Real>(Limits::min())) return Limits::min();
  if (whole >= ldexp(Real{1}, Limits::digits)) return Limits::max();
  return static_cast<Integer>(whole);
}

}  // namespace

#define LOOM_DEFINE(mode)                                                                                        \
  float __fadd_##mode(float x, float y) { return rounded(mode, x, y, [](float a, float b) { return a + b; }); }  \
  float __fsub_##mode(float x, float y) { return rounded(mode, x, y, [](float a, float b) { return a - b; }); }  \
  float __fmul_##mode(float x, float y) { return rounded(mode, x, y, [](float a, float b) { return a * b; }); }  \
  float __fdiv_##mode(float x, float y) { return rounded(mode, x, y, [](float a, float b) { return a / b; }); }  \
  float __frcp_##mode(float x) { return __fdiv_##mode(1.0f, x); }                                                \
  float __fsqrt_##mode(float x) { return rounded(mode, x, x, [](float a, float) { return sqrtf(a); }); }         \
  float __fmaf_##mode(float x, float y, float z) {                                                               \
    return rounded(mode, x, y, [z](float a, float b) { return fmaf(a, b, z); });                                 \
  }                                                                                                              \
  double __dadd_##mode(double x, double y) { return rounded(mode, x, y, [](double a, double b) { return a + b; }); } \
  double __dsub_##mode(double x, double y) { return rounded(mode, x, y, [](double a, double b) { return a - b; }); } \
  double __dmul_##mode(double x, double y) { return rounded(mode, x, y, [](double a, double b) { return a * b; }); } \
  double __ddiv_##mode(double x, double y) { return rounded(mode, x, y, [](double a, double b) { return a / b; }); } \
  double __drcp_##mode(double x) { return __ddiv_##mode(1.0, x); }                                               \
  double __dsqrt_##mode(double x) { return rounded(mode, x, x, [](double a, double) { return sqrt(a); }); }      \
  double __fma_##mode(double x, double y, double z) {                                                            \
    return rounded(mode, x, y, [z](double a, double b) { return fma(a, b, z); });                                \
  }                                                                                                              \
  int __float2int_##mode(float x) { return to_integer<int>(mode, x); }                                           \
  unsigned __float2uint_##mode(float x) { return to_integer<unsigned>(mode, x); }                                \
  long long __float2ll_##mode(float x) { return to_integer<long long>(mode, x); }                                \
  unsigned long long __float2ull_##mode(float x) { return to_integer<unsigned long long>(mode, x); }             \
  int __double2int_##mode(double x) { return to_integer<int>(mode, x); }                                         \
  unsigned __double2uint_##mode(double x) { return to_integer<unsigned>(mode, x); }                              \
  long long __double2ll_##mode(double x) { return to_integer<long long>(mode, x); }                              \
  unsigned long long __double2ull_##mode(double x) { return to_integer<unsigned long long>(mode, x); }           \
  float __double2float_##mode(double x) { return converted<float>(mode, x); }                                    \
  float __int2float_##mode(int x) { return converted<float>(mode, x); }                                          \
  float __uint2float_##mode(unsigned x) { return converted<float>(mode, x); }                                    \
  float __ll2float_##mode(long long x) { return converted<float>(mode, x); }                                     \
  float __ull2float_##mode(unsigned long long x) { return converted<float>(mode, x); }                           \
  double __ll2double_##mode(long long x) { return converted<double>(mode, x); }                                  \
  double __ull2double_##mode(unsigned long long x) { return converted<double>(mode, x); }

LOOM_DEFINE(rn)
LOOM_DEFINE(rz)
LOOM_DEFINE(ru)
LOOM_DEFINE(rd)
