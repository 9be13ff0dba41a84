// CUDA's small vectors, with the alignment that lets a thread load one at once.
#pragma once
#define __VECTOR_TYPES_H__   // programs ask by this name whether the header is included

#include "loom/keywords.h"

#define LOOM_VECTOR_1_TO_3(name, T, align2)            \
  struct name##1 { T x; };                             \
  struct alignas(align2) name##2 { T x, y; };          \
  struct name##3 { T x, y, z; };

#define LOOM_VECTOR_1_TO_4(name, T, align2, align4)    \
  LOOM_VECTOR_1_TO_3(name, T, align2)                  \
  struct alignas(align4) name##4 { T x, y, z, w; };

// Four elements of 8 bytes: CUDA 13 asks the program to say which alignment it means.
#define LOOM_VECTOR_1_TO_4_WIDE(name, T)                                                                  \
  LOOM_VECTOR_1_TO_3(name, T, 16)                                                                         \
  struct alignas(16) name##4_16a { T x, y, z, w; };                                                       \
  struct alignas(32) name##4_32a { T x, y, z, w; };                                                       \
  struct [[deprecated("use " #name "4_16a or " #name "4_32a")]] alignas(16) name##4 { T x, y, z, w; };

LOOM_VECTOR_1_TO_4(char, signed char, 2, 4)
LOOM_VECTOR_1_TO_4(uchar, unsigned char, 2, 4)
LOOM_VECTOR_1_TO_4(short, short, 4, 8)
LOOM_VECTOR_1_TO_4(ushort, unsigned short, 4, 8)
LOOM_VECTOR_1_TO_4(int, int, 8, 16)
LOOM_VECTOR_1_TO_4(uint, unsigned int, 8, 16)
LOOM_VECTOR_1_TO_4(float, float, 8, 16)
LOOM_VECTOR_1_TO_4_WIDE(long, long)
LOOM_VECTOR_1_TO_4_WIDE(ulong, unsigned long)
LOOM_VECTOR_1_TO_4_WIDE(longlong, long long)
LOOM_VECTOR_1_TO_4_WIDE(ulonglong, unsigned long long)
LOOM_VECTOR_1_TO_4_WIDE(double, double)

#undef LOOM_VECTOR_1_TO_3
#undef LOOM_VECTOR_1_TO_4
#undef LOOM_VECTOR_1_TO_4_WIDE

// Always inlined: an out-of-line copy would be shared between instrumented and plain objects.
struct dim3 {
  unsigned int x, y, z;

  __attribute__((always_inline)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __attribute__((always_inline)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((always_inline)) constexpr operator uint3() const { return uint3{x, y, z}; }
};
