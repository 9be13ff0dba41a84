// make_int2 and its kin.
#pragma once
#define __VECTOR_FUNCTIONS_H__   // programs ask by this name whether the header is included

#include "vector_types.h"

// Internal linkage: an inline function would be shared between instrumented and plain objects.
#define LOOM_MAKE_1_TO_3(name, T)                                                              \
  [[maybe_unused]] static inline name##1 make_##name##1(T x) { return name##1{x}; }            \
  [[maybe_unused]] static inline name##2 make_##name##2(T x, T y) { return name##2{x, y}; }    \
  [[maybe_unused]] static inline name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; }

#define LOOM_MAKE_4(type, T)                                                                   \
  [[maybe_unused]] static inline type make_##type(T x, T y, T z, T w) { return type{x, y, z, w}; }

#define LOOM_MAKE_1_TO_4(name, T) LOOM_MAKE_1_TO_3(name, T) LOOM_MAKE_4(name##4, T)
#define LOOM_MAKE_1_TO_4_WIDE(name, T) \
  LOOM_MAKE_1_TO_3(name, T) LOOM_MAKE_4(name##4_16a, T) LOOM_MAKE_4(name##4_32a, T) LOOM_MAKE_4(name##4, T)

LOOM_MAKE_1_TO_4(char, signed char)
LOOM_MAKE_1_TO_4(uchar, unsigned char)
LOOM_MAKE_1_TO_4(short, short)
LOOM_MAKE_1_TO_4(ushort, unsigned short)
LOOM_MAKE_1_TO_4(int, int)
LOOM_MAKE_1_TO_4(uint, unsigned int)
LOOM_MAKE_1_TO_4(float, float)

// Declaring a maker of a deprecated type is no use of it; calling one is.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
LOOM_MAKE_1_TO_4_WIDE(long, long)
LOOM_MAKE_1_TO_4_WIDE(ulong, unsigned long)
LOOM_MAKE_1_TO_4_WIDE(longlong, long long)
LOOM_MAKE_1_TO_4_WIDE(ulonglong, unsigned long long)
LOOM_MAKE_1_TO_4_WIDE(double, double)
#pragma GCC diagnostic pop

#undef LOOM_MAKE_1_TO_3
#undef LOOM_MAKE_4
#undef LOOM_MAKE_1_TO_4
#undef LOOM_MAKE_1_TO_4_WIDE
