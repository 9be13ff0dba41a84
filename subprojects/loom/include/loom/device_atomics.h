// CUDA's atomic functions: each is indivisible, answers what was there before, and orders nothing else.
// What is missing here is missing in CUDA, as atomicMax for float is.
#pragma once

#define LOOM_DECLARE(name, T)                 \
  T name(T* address, T value);                \
  T name##_block(T* address, T value);        \
  T name##_system(T* address, T value);

LOOM_DECLARE(atomicAdd, int)
LOOM_DECLARE(atomicAdd, unsigned int)
LOOM_DECLARE(atomicAdd, unsigned long long)
LOOM_DECLARE(atomicAdd, float)
LOOM_DECLARE(atomicAdd, double)
LOOM_DECLARE(atomicSub, int)
LOOM_DECLARE(atomicSub, unsigned int)
LOOM_DECLARE(atomicExch, int)
LOOM_DECLARE(atomicExch, unsigned int)
LOOM_DECLARE(atomicExch, unsigned long long)
LOOM_DECLARE(atomicExch, float)
LOOM_DECLARE(atomicMin, int)
LOOM_DECLARE(atomicMin, unsigned int)
LOOM_DECLARE(atomicMin, long long)
LOOM_DECLARE(atomicMin, unsigned long long)
LOOM_DECLARE(atomicMax, int)
LOOM_DECLARE(atomicMax, unsigned int)
LOOM_DECLARE(atomicMax, long long)
LOOM_DECLARE(atomicMax, unsigned long long)
// old >= value ? 0 : old + 1
LOOM_DECLARE(atomicInc, unsigned int)
// old == 0 || old > value ? value : old - 1
LOOM_DECLARE(atomicDec, unsigned int)
LOOM_DECLARE(atomicAnd, int)
LOOM_DECLARE(atomicAnd, unsigned int)
LOOM_DECLARE(atomicAnd, unsigned long long)
LOOM_DECLARE(atomicOr, int)
LOOM_DECLARE(atomicOr, unsigned int)
LOOM_DECLARE(atomicOr, unsigned long long)
LOOM_DECLARE(atomicXor, int)
LOOM_DECLARE(atomicXor, unsigned int)
LOOM_DECLARE(atomicXor, unsigned long long)

#undef LOOM_DECLARE

#define LOOM_DECLARE_CAS(T)                            \
  T atomicCAS(T* address, T compare, T value);         \
  T atomicCAS_block(T* address, T compare, T value);   \
  T atomicCAS_system(T* address, T compare, T value);

// old == compare ? value : old
LOOM_DECLARE_CAS(int)
LOOM_DECLARE_CAS(unsigned int)
LOOM_DECLARE_CAS(unsigned long long)
LOOM_DECLARE_CAS(unsigned short)

#undef LOOM_DECLARE_CAS
