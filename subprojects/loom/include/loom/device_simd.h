// Arithmetic on the two halves or four bytes of a word, dot products of them, and the three-operand minima and maxima.
#pragma once

#include "vector_types.h"

// Lanes wrap around, `ss` and `us` hold them at the ends of the signed and the unsigned range.
#define LOOM_UNARY(name) unsigned int name##2(unsigned int a); unsigned int name##4(unsigned int a);
#define LOOM_BINARY(name) \
  unsigned int name##2(unsigned int a, unsigned int b); unsigned int name##4(unsigned int a, unsigned int b);
// `cmp` gives all ones where the comparison holds, `set` a one.
#define LOOM_COMPARE(what) LOOM_BINARY(__vcmp##what) LOOM_BINARY(__vset##what)
LOOM_UNARY(__vabs)
LOOM_UNARY(__vabsss)
LOOM_UNARY(__vneg)
LOOM_UNARY(__vnegss)
LOOM_BINARY(__vabsdiffs)
LOOM_BINARY(__vabsdiffu)
LOOM_BINARY(__vadd)
LOOM_BINARY(__vaddss)
LOOM_BINARY(__vaddus)
LOOM_BINARY(__vavgs)
LOOM_BINARY(__vavgu)
LOOM_BINARY(__vhaddu)
LOOM_BINARY(__vmaxs)
LOOM_BINARY(__vmaxu)
LOOM_BINARY(__vmins)
LOOM_BINARY(__vminu)
LOOM_BINARY(__vsads)
LOOM_BINARY(__vsadu)
LOOM_BINARY(__vsub)
LOOM_BINARY(__vsubss)
LOOM_BINARY(__vsubus)
LOOM_COMPARE(eq)
LOOM_COMPARE(ne)
LOOM_COMPARE(ges)
LOOM_COMPARE(geu)
LOOM_COMPARE(gts)
LOOM_COMPARE(gtu)
LOOM_COMPARE(les)
LOOM_COMPARE(leu)
LOOM_COMPARE(lts)
LOOM_COMPARE(ltu)
#undef LOOM_COMPARE
#undef LOOM_BINARY
#undef LOOM_UNARY

// extreme(a + b, c) and extreme(a, b, c); `relu` also keeps the result from being negative.
#define LOOM_EXTREMES(extreme)                                                                \
  int __viadd##extreme##_s32(int a, int b, int c);                                            \
  int __viadd##extreme##_s32_relu(int a, int b, int c);                                       \
  unsigned int __viadd##extreme##_u32(unsigned int a, unsigned int b, unsigned int c);        \
  unsigned int __viadd##extreme##_s16x2(unsigned int a, unsigned int b, unsigned int c);      \
  unsigned int __viadd##extreme##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c); \
  unsigned int __viadd##extreme##_u16x2(unsigned int a, unsigned int b, unsigned int c);      \
  int __vi##extreme##3_s32(int a, int b, int c);                                              \
  int __vi##extreme##3_s32_relu(int a, int b, int c);                                         \
  unsigned int __vi##extreme##3_u32(unsigned int a, unsigned int b, unsigned int c);          \
  unsigned int __vi##extreme##3_s16x2(unsigned int a, unsigned int b, unsigned int c);        \
  unsigned int __vi##extreme##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c);   \
  unsigned int __vi##extreme##3_u16x2(unsigned int a, unsigned int b, unsigned int c);        \
  int __vi##extreme##_s32_relu(int a, int b);                                                 \
  unsigned int __vi##extreme##_s16x2_relu(unsigned int a, unsigned int b);                    \
  /* Also says whether it was the first that was taken, of the upper and the lower half. */   \
  int __vib##extreme##_s32(int a, int b, bool* pred);                                         \
  unsigned int __vib##extreme##_u32(unsigned int a, unsigned int b, bool* pred);              \
  unsigned int __vib##extreme##_s16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo); \
  unsigned int __vib##extreme##_u16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo);
LOOM_EXTREMES(max)
LOOM_EXTREMES(min)
#undef LOOM_EXTREMES

// c + the dot product of four bytes, or of two halves with the lower or the upper two bytes.
int __dp4a(int srcA, int srcB, int c);
unsigned int __dp4a(unsigned int srcA, unsigned int srcB, unsigned int c);
int __dp4a(char4 srcA, char4 srcB, int c);
unsigned int __dp4a(uchar4 srcA, uchar4 srcB, unsigned int c);
int __dp2a_lo(int srcA, int srcB, int c);
unsigned int __dp2a_lo(unsigned int srcA, unsigned int srcB, unsigned int c);
int __dp2a_lo(short2 srcA, char4 srcB, int c);
unsigned int __dp2a_lo(ushort2 srcA, uchar4 srcB, unsigned int c);
int __dp2a_hi(int srcA, int srcB, int c);
unsigned int __dp2a_hi(unsigned int srcA, unsigned int srcB, unsigned int c);
int __dp2a_hi(short2 srcA, char4 srcB, int c);
unsigned int __dp2a_hi(ushort2 srcA, uchar4 srcB, unsigned int c);
