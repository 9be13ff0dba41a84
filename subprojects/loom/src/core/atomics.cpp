// CUDA's atomic functions. They are calls into this library, so that an access is announced with the line that makes it.

#include "loom/device_atomics.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "core/device_only.hpp"
#include "core/here.hpp"

namespace loom {
namespace {

template <std::size_t bytes>
using Bits = std::conditional_t<bytes == 2, std::uint16_t, std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>;

// Replaces *address by change(*address), and answers what was there before.
template <class T, class Change>
T update(const char* name, T* address, std::uintptr_t pc, Change change) {
  using Word = Bits<sizeof(T)>;
  device_only(name);
  announce(AccessKind::atomic, address, sizeof(T), pc);
  spend(spin_cost, pc);

  Word* const word = reinterpret_cast<Word*>(address);
  Word before = __atomic_load_n(word, __ATOMIC_RELAXED);
  Word after;
  do {
    after = std::bit_cast<Word>(static_cast<T>(change(std::bit_cast<T>(before))));
  } while (!__atomic_compare_exchange_n(word, &before, after, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  if (before != after) here.changed = true;
  return std::bit_cast<T>(before);
}

// Integers wrap around, signed ones too.
template <class T>
T sum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  } else {
    return a + b;
  }
}

template <class T>
T difference(T a, T b) {
  using U = std::make_unsigned_t<T>;
  return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
}

}  // namespace
}  // namespace loom

// Each function with its two siblings of another scope. To one machine with one memory the scopes are all the same.
#define LOOM_DEFINE(name, T, after)                                                                             \
  T name(T* address, T value) {                                                                                 \
    return loom::update(#name, address, LOOM_CALLER, [=](T old) { return after; });                             \
  }                                                                                                             \
  T name##_block(T* address, T value) {                                                                         \
    return loom::update(#name "_block", address, LOOM_CALLER, [=](T old) { return after; });                    \
  }                                                                                                             \
  T name##_system(T* address, T value) {                                                                        \
    return loom::update(#name "_system", address, LOOM_CALLER, [=](T old) { return after; });                   \
  }

#define LOOM_DEFINE_CAS(T)                                                                                      \
  T atomicCAS(T* address, T compare, T value) {                                                                 \
    return loom::update("atomicCAS", address, LOOM_CALLER, [=](T old) { return old == compare ? value : old; }); \
  }                                                                                                             \
  T atomicCAS_block(T* address, T compare, T value) {                                                           \
    return loom::update("atomicCAS_block", address, LOOM_CALLER,                                                \
                        [=](T old) { return old == compare ? value : old; });                                   \
  }                                                                                                             \
  T atomicCAS_system(T* address, T compare, T value) {                                                          \
    return loom::update("atomicCAS_system", address, LOOM_CALLER,                                               \
                        [=](T old) { return old == compare ? value : old; });                                   \
  }

LOOM_DEFINE(atomicAdd, int, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, unsigned int, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, unsigned long long, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, float, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, double, loom::sum(old, value))
LOOM_DEFINE(atomicSub, int, loom::difference(old, value))
LOOM_DEFINE(atomicSub, unsigned int, loom::difference(old, value))
LOOM_DEFINE(atomicExch, int, (static_cast<void>(old), value))
LOOM_DEFINE(atomicExch, unsigned int, (static_cast<void>(old), value))
LOOM_DEFINE(atomicExch, unsigned long long, (static_cast<void>(old), value))
LOOM_DEFINE(atomicExch, float, (static_cast<void>(old), value))
LOOM_DEFINE(atomicMin, int, std::min(old, value))
LOOM_DEFINE(atomicMin, unsigned int, std::min(old, value))
LOOM_DEFINE(atomicMin, long long, std::min(old, value))
LOOM_DEFINE(atomicMin, unsigned long long, std::min(old, value))
LOOM_DEFINE(atomicMax, int, std::max(old, value))
LOOM_DEFINE(atomicMax, unsigned int, std::max(old, value))
LOOM_DEFINE(atomicMax, long long, std::max(old, value))
LOOM_DEFINE(atomicMax, unsigned long long, std::max(old, value))
LOOM_DEFINE(atomicInc, unsigned int, old >= value ? 0 : old + 1)
LOOM_DEFINE(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
LOOM_DEFINE(atomicAnd, int, old & value)
LOOM_DEFINE(atomicAnd, unsigned int, old & value)
LOOM_DEFINE(atomicAnd, unsigned long long, old & value)
LOOM_DEFINE(atomicOr, int, old | value)
LOOM_DEFINE(atomicOr, unsigned int, old | value)
LOOM_DEFINE(atomicOr, unsigned long long, old | value)
LOOM_DEFINE(atomicXor, int, old ^ value)
LOOM_DEFINE(atomicXor, unsigned int, old ^ value)
LOOM_DEFINE(atomicXor, unsigned long long, old ^ value)
LOOM_DEFINE_CAS(int)
LOOM_DEFINE_CAS(unsigned int)
LOOM_DEFINE_CAS(unsigned long long)
LOOM_DEFINE_CAS(unsigned short)
