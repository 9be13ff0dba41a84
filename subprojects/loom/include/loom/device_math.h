// CUDA's arithmetic for device code beyond what <math.h> has: intrinsics, bit operations, reinterpretations, min and max.
//
// Where a rounding mode is part of the name, it is kept.
#pragma once

#include <math.h>

namespace loom {
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;
}

#define LOOM_INLINE __attribute__((always_inline)) inline

// Fast versions of float functions. They are made of the same steps as a GPU's, each step exact to the last bit here and not
// quite so there: they go wrong where a GPU's do (a power of a negative number, a divisor beyond 2^126), and lie within its
// documented errors. Sines and cosines alone are better than a GPU's, all the more outside of -pi to pi.
LOOM_INLINE float __fdividef(float x, float y) {
  if (__builtin_fabsf(y) > 0x1p126f && __builtin_isfinite(y)) return x * (y > 0 ? 0.0f : -0.0f);
  return x / y;
}
LOOM_INLINE float fdividef(float x, float y) { return x / y; }
LOOM_INLINE float __sinf(float x) { return sinf(x); }
LOOM_INLINE float __cosf(float x) { return cosf(x); }
LOOM_INLINE float __tanf(float x) { return __fdividef(sinf(x), cosf(x)); }
LOOM_INLINE float __tanhf(float x) { return tanhf(x); }
LOOM_INLINE float __expf(float x) { return exp2f(x * 0x1.715476p0f); }      // log2(e)
LOOM_INLINE float __exp10f(float x) { return exp2f(x * 0x1.a934fp1f); }     // log2(10)
LOOM_INLINE float __log2f(float x) { return log2f(x); }
LOOM_INLINE float __logf(float x) { return log2f(x) * 0x1.62e43p-1f; }      // log(2)
LOOM_INLINE float __log10f(float x) { return log2f(x) * 0x1.344136p-2f; }   // log10(2)
LOOM_INLINE float __powf(float x, float y) { return exp2f(y * log2f(x)); }
LOOM_INLINE float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
LOOM_INLINE void __sincosf(float x, float* sine, float* cosine) { *sine = sinf(x); *cosine = cosf(x); }

// To nearest even, towards zero, up, down
#define LOOM_ROUNDINGS(declare) declare(rn) declare(rz) declare(ru) declare(rd)
#define LOOM_DECLARE(mode)                      \
  float __fadd_##mode(float x, float y);        \
  float __fsub_##mode(float x, float y);        \
  float __fmul_##mode(float x, float y);        \
  float __fdiv_##mode(float x, float y);        \
  float __frcp_##mode(float x);                 \
  float __fsqrt_##mode(float x);                \
  float __fmaf_##mode(float x, float y, float z); \
  LOOM_INLINE float __fmaf_ieee_##mode(float x, float y, float z) { return __fmaf_##mode(x, y, z); } \
  double __dadd_##mode(double x, double y);     \
  double __dsub_##mode(double x, double y);     \
  double __dmul_##mode(double x, double y);     \
  double __ddiv_##mode(double x, double y);     \
  double __drcp_##mode(double x);               \
  double __dsqrt_##mode(double x);              \
  double __fma_##mode(double x, double y, double z); \
  int __float2int_##mode(float x);              \
  unsigned __float2uint_##mode(float x);        \
  long long __float2ll_##mode(float x);         \
  unsigned long long __float2ull_##mode(float x); \
  int __double2int_##mode(double x);            \
  unsigned __double2uint_##mode(double x);      \
  long long __double2ll_##mode(double x);       \
  unsigned long long __double2ull_##mode(double x); \
  float __double2float_##mode(double x);        \
  float __int2float_##mode(int x);              \
  float __uint2float_##mode(unsigned x);        \
  float __ll2float_##mode(long long x);         \
  float __ull2float_##mode(unsigned long long x); \
  double __ll2double_##mode(long long x);       \
  double __ull2double_##mode(unsigned long long x);
LOOM_ROUNDINGS(LOOM_DECLARE)
#undef LOOM_DECLARE
#undef LOOM_ROUNDINGS
LOOM_INLINE float __frsqrt_rn(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
LOOM_INLINE double __int2double_rn(int x) { return x; }
LOOM_INLINE double __uint2double_rn(unsigned x) { return x; }

// The same bits as another type
LOOM_INLINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
LOOM_INLINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
LOOM_INLINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
LOOM_INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
LOOM_INLINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
LOOM_INLINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
LOOM_INLINE int __double2hiint(double x) { return static_cast<int>(__builtin_bit_cast(long long, x) >> 32); }
LOOM_INLINE int __double2loint(double x) { return static_cast<int>(__builtin_bit_cast(long long, x)); }
LOOM_INLINE double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low));
}

// Bits and integers
LOOM_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
LOOM_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
LOOM_INLINE int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
LOOM_INLINE int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
LOOM_INLINE int __ffs(int x) { return __builtin_ffs(x); }
LOOM_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
LOOM_INLINE unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}
LOOM_INLINE unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}
LOOM_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned pick = selector >> 4 * i & 7;
    result |= (static_cast<unsigned>(bytes >> 8 * pick) & 0xff) << 8 * i;
  }
  return result;
}
LOOM_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
LOOM_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
LOOM_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32 ? __funnelshift_l(low, high, shift) : low;
}
LOOM_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32 ? __funnelshift_r(low, high, shift) : high;
}
LOOM_INLINE int __mul24(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(static_cast<int>(static_cast<unsigned>(x) << 8) >> 8) *
                          static_cast<unsigned>(static_cast<int>(static_cast<unsigned>(y) << 8) >> 8));
}
LOOM_INLINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
LOOM_INLINE int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
LOOM_INLINE unsigned __umulhi(unsigned x, unsigned y) { return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32); }
LOOM_INLINE long long __mul64hi(long long x, long long y) { return static_cast<long long>(static_cast<loom::Wide>(x) * y >> 64); }
LOOM_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<loom::UnsignedWide>(x) * y >> 64);
}
LOOM_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
LOOM_INLINE unsigned __sad(int x, int y, unsigned z) {
  return z + (x > y ? static_cast<unsigned>(x) - static_cast<unsigned>(y) : static_cast<unsigned>(y) - static_cast<unsigned>(x));
}
LOOM_INLINE int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
LOOM_INLINE int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
LOOM_INLINE unsigned __uhadd(unsigned x, unsigned y) { return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1); }
LOOM_INLINE unsigned __urhadd(unsigned x, unsigned y) { return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1); }

// min and max of everything; of a signed and an unsigned integer as C++ converts them. NaN loses against a number.
#define LOOM_MIN_MAX(A, B, T)                                                                                           \
  LOOM_INLINE T min(A x, B y) { return static_cast<T>(x) < static_cast<T>(y) ? static_cast<T>(x) : static_cast<T>(y); } \
  LOOM_INLINE T max(A x, B y) { return static_cast<T>(x) > static_cast<T>(y) ? static_cast<T>(x) : static_cast<T>(y); }
LOOM_MIN_MAX(int, int, int)
LOOM_MIN_MAX(unsigned, unsigned, unsigned)
LOOM_MIN_MAX(int, unsigned, unsigned)
LOOM_MIN_MAX(unsigned, int, unsigned)
LOOM_MIN_MAX(long, long, long)
LOOM_MIN_MAX(unsigned long, unsigned long, unsigned long)
LOOM_MIN_MAX(long, unsigned long, unsigned long)
LOOM_MIN_MAX(unsigned long, long, unsigned long)
LOOM_MIN_MAX(long long, long long, long long)
LOOM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
LOOM_MIN_MAX(long long, unsigned long long, unsigned long long)
LOOM_MIN_MAX(unsigned long long, long long, unsigned long long)
#undef LOOM_MIN_MAX
LOOM_INLINE unsigned umin(unsigned x, unsigned y) { return min(x, y); }
LOOM_INLINE unsigned umax(unsigned x, unsigned y) { return max(x, y); }
LOOM_INLINE long long llmin(long long x, long long y) { return min(x, y); }
LOOM_INLINE long long llmax(long long x, long long y) { return max(x, y); }
LOOM_INLINE unsigned long long ullmin(unsigned long long x, unsigned long long y) { return min(x, y); }
LOOM_INLINE unsigned long long ullmax(unsigned long long x, unsigned long long y) { return max(x, y); }
// -0 is less than 0, as the C library does not promise.
LOOM_INLINE float min(float x, float y) {
  if (x != x || y != y) return x != x ? y : x;
  return x < y || (x == y && __builtin_signbitf(x)) ? x : y;
}
LOOM_INLINE float max(float x, float y) {
  if (x != x || y != y) return x != x ? y : x;
  return x > y || (x == y && __builtin_signbitf(y)) ? x : y;
}
LOOM_INLINE double min(double x, double y) { return fmin(x, y); }
LOOM_INLINE double max(double x, double y) { return fmax(x, y); }
LOOM_INLINE double min(float x, double y) { return fmin(x, y); }
LOOM_INLINE double max(float x, double y) { return fmax(x, y); }
LOOM_INLINE double min(double x, float y) { return fmin(x, y); }
LOOM_INLINE double max(double x, float y) { return fmax(x, y); }

#undef LOOM_INLINE

#include "loom/device_simd.h"
#include "loom/device_special.h"
