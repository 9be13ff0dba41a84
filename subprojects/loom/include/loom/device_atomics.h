// CUDA's atomic functions: each is indivisible, answers what was there before, and orders nothing else.
// What is missing here is missing in CUDA, as atomicMax for float is.
#pragma once

#include <type_traits>

#include "loom/scopes.h"
#include "vector_types.h"

#define LOOM_DECLARE(name, T)                 \
  T name(T* address, T value);                \
  T name##_block(T* address, T value);        \
  T name##_system(T* address, T value);

LOOM_DECLARE(atomicAdd, int)
LOOM_DECLARE(atomicAdd, unsigned int)
LOOM_DECLARE(atomicAdd, unsigned long long)
LOOM_DECLARE(atomicAdd, float)
LOOM_DECLARE(atomicAdd, double)
// Each element is indivisible, the vector is not.
LOOM_DECLARE(atomicAdd, float2)
LOOM_DECLARE(atomicAdd, float4)
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
LOOM_DECLARE(atomicAnd, long long)
LOOM_DECLARE(atomicAnd, unsigned long long)
LOOM_DECLARE(atomicOr, int)
LOOM_DECLARE(atomicOr, unsigned int)
LOOM_DECLARE(atomicOr, long long)
LOOM_DECLARE(atomicOr, unsigned long long)
LOOM_DECLARE(atomicXor, int)
LOOM_DECLARE(atomicXor, unsigned int)
LOOM_DECLARE(atomicXor, long long)
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

// Any type of 16 bytes that is aligned to as many and may be copied byte by byte.
namespace loom {
void atomic_cas_16(void* address, const void* compare, const void* value, void* old, Scope);
void atomic_exchange_16(void* address, const void* value, void* old, Scope);

template <class T>
using IfWide = std::enable_if_t<sizeof(T) == 16 && alignof(T) >= 16 && std::is_trivially_copyable_v<T>, T>;
}

#define LOOM_WIDE(suffix, scope)                                                                        \
  template <class T>                                                                                    \
  __attribute__((always_inline)) inline loom::IfWide<T> atomicCAS##suffix(T* address, T compare, T value) { \
    T old;                                                                                              \
    loom::atomic_cas_16(address, &compare, &value, &old, loom::Scope::scope);                           \
    return old;                                                                                         \
  }                                                                                                     \
  template <class T>                                                                                    \
  __attribute__((always_inline)) inline loom::IfWide<T> atomicExch##suffix(T* address, T value) {       \
    T old;                                                                                              \
    loom::atomic_exchange_16(address, &value, &old, loom::Scope::scope);                                \
    return old;                                                                                         \
  }
LOOM_WIDE(, device)
LOOM_WIDE(_block, block)
LOOM_WIDE(_system, system)
#undef LOOM_WIDE
