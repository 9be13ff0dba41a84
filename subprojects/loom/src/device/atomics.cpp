// CUDA's atomic functions. They are calls into this library, so that an access is announced with the line that makes it.

#include "cuda_bf16.h"
#include "loom/device_atomic_access.h"
#include "loom/device_atomics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#include "device/device_only.hpp"
#include "engine/thread_context.hpp"

namespace loom {
namespace {

__extension__ typedef unsigned __int128 UnsignedWide;

template <std::size_t bytes>
using Bits = std::conditional_t<bytes == 2, std::uint16_t, std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>;

// Replaces *address by change(*address), and answers what was there before; says also whether that is something else.
template <class T, class Change>
T replace(T* address, bool& changed, Change change) {
  using Word = Bits<sizeof(T)>;
  Word* const word = reinterpret_cast<Word*>(address);
  Word before = __atomic_load_n(word, __ATOMIC_RELAXED);
  Word after;
  do {
    after = std::bit_cast<Word>(static_cast<T>(change(std::bit_cast<T>(before))));
  } while (!__atomic_compare_exchange_n(word, &before, after, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  changed |= before != after;
  return std::bit_cast<T>(before);
}

void begin(const char* name, const void* address, std::size_t bytes, std::uintptr_t pc, Scope scope, bool compares = false) {
  device_only(name);
  const bool exchange = std::strncmp(name, "atomicExch", 10) == 0;
  announce_atomic(address, bytes, pc, {exchange ? AtomicKind::exchange : AtomicKind::update, Order::relaxed, scope, compares});
}

template <class T, class Change>
T update(const char* name, Scope scope, T* address, std::uintptr_t pc, Change change, bool compares = false) {
  begin(name, address, sizeof(T), pc, scope, compares);
  bool changed = false;
  const T before = replace(address, changed, change);
  after_atomic(changed, pc);
  return before;
}

// The elements are indivisible, the vector is not.
template <class Vector>
Vector add_elements(const char* name, Scope scope, Vector* address, Vector value, std::uintptr_t pc) {
  using Element = decltype(Vector::x);
  begin(name, address, sizeof(Vector), pc, scope);
  Element* const to = reinterpret_cast<Element*>(address);
  constexpr std::size_t count = sizeof(Vector) / sizeof(Element);
  auto elements = std::bit_cast<std::array<Element, count>>(value);
  bool changed = false;
  for (std::size_t i = 0; i < count; ++i)
    elements[i] = replace(to + i, changed, [add = elements[i]](Element old) { return old + add; });
  after_atomic(changed, pc);
  return std::bit_cast<Vector>(elements);
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

// Exchanges 16 bytes whose address is a multiple of 16, if they are what is expected; answers what was there.
UnsignedWide exchange_wide(UnsignedWide* address, UnsignedWide expected, UnsignedWide value) {
  return __sync_val_compare_and_swap(address, expected, value);
}

// The same, whatever is there.
UnsignedWide exchanged_wide(UnsignedWide* address, UnsignedWide value) {
  UnsignedWide seen = 0, before = 0;
  do {
    before = seen;
    seen = exchange_wide(address, before, value);
  } while (seen != before);
  return before;
}

}  // namespace

void begin_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, Order order, Scope scope, const void* caller,
                  bool compares) {
  announce_atomic(address, bytes, reinterpret_cast<std::uintptr_t>(caller), {kind, order, scope, compares});
}

void end_atomic(bool changed, const void* caller) { after_atomic(changed, reinterpret_cast<std::uintptr_t>(caller)); }

void scoped_fence(Order order, Scope scope) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!here.thread || order == Order::relaxed) return;
  announce_fence(scope, LOOM_CALLER);
  spend(fence_cost, LOOM_CALLER);
}

void atomic_cas_16(void* address, const void* compare, const void* value, void* old, Scope scope) {
  begin("atomicCAS", address, 16, LOOM_CALLER, scope, /*compares=*/true);
  UnsignedWide expected, desired;
  std::memcpy(&expected, compare, 16);
  std::memcpy(&desired, value, 16);
  const UnsignedWide before = exchange_wide(static_cast<UnsignedWide*>(address), expected, desired);
  after_atomic(before == expected && before != desired, LOOM_CALLER);
  std::memcpy(old, &before, 16);
}

void atomic_load_16(const void* address, void* value, Order order, Scope scope) {
  begin_atomic(address, 16, AtomicKind::load, order, scope, __builtin_return_address(0));
  // An exchange of nothing for nothing: memory that cannot be written has no such loads.
  const UnsignedWide seen = exchange_wide(static_cast<UnsignedWide*>(const_cast<void*>(address)), 0, 0);
  end_atomic(false, __builtin_return_address(0));
  std::memcpy(value, &seen, 16);
}

void atomic_store_16(void* address, const void* value, Order order, Scope scope) {
  begin_atomic(address, 16, AtomicKind::store, order, scope, __builtin_return_address(0));
  UnsignedWide desired;
  std::memcpy(&desired, value, 16);
  const UnsignedWide before = exchanged_wide(static_cast<UnsignedWide*>(address), desired);
  end_atomic(before != desired, __builtin_return_address(0));
}

void atomic_exchange_16(void* address, const void* value, void* old, Scope scope) {
  begin("atomicExch", address, 16, LOOM_CALLER, scope);
  UnsignedWide desired;
  std::memcpy(&desired, value, 16);
  const UnsignedWide before = exchanged_wide(static_cast<UnsignedWide*>(address), desired);
  after_atomic(before != desired, LOOM_CALLER);
  std::memcpy(old, &before, 16);
}

}  // namespace loom

// Each function with its two siblings of another scope. To one machine with one memory the scopes are all the same; the
// checks are told which it was.
#define LOOM_SCOPES(define, name, T, after)       \
  define(name, device, name, T, after)            \
  define(name##_block, block, name, T, after)     \
  define(name##_system, system, name, T, after)

#define LOOM_UPDATE(function, scope, name, T, after)                                                              \
  T function(T* address, T value) {                                                                               \
    return loom::update(#function, loom::Scope::scope, address, LOOM_CALLER, [=](T old) { return after; });       \
  }
#define LOOM_DEFINE(name, T, after) LOOM_SCOPES(LOOM_UPDATE, name, T, after)

#define LOOM_COMPARE(function, scope, name, T, after)                                                             \
  T function(T* address, T compare, T value) {                                                                    \
    return loom::update(#function, loom::Scope::scope, address, LOOM_CALLER, [=](T old) { return after; }, true); \
  }
#define LOOM_DEFINE_CAS(T) LOOM_SCOPES(LOOM_COMPARE, atomicCAS, T, old == compare ? value : old)

#define LOOM_ADD_ELEMENTS(function, scope, name, T, after)                                                        \
  T function(T* address, T value) {                                                                               \
    return loom::add_elements(#function, loom::Scope::scope, address, value, LOOM_CALLER);                        \
  }
#define LOOM_DEFINE_ELEMENTS(T) LOOM_SCOPES(LOOM_ADD_ELEMENTS, atomicAdd, T, )

LOOM_DEFINE(atomicAdd, int, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, unsigned int, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, unsigned long long, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, float, loom::sum(old, value))
LOOM_DEFINE(atomicAdd, double, loom::sum(old, value))
LOOM_DEFINE_ELEMENTS(float2)
LOOM_DEFINE_ELEMENTS(float4)
LOOM_UPDATE(atomicAdd, device, atomicAdd, __half, old + value)
LOOM_UPDATE(atomicAdd, device, atomicAdd, __nv_bfloat16, old + value)
LOOM_ADD_ELEMENTS(atomicAdd, device, atomicAdd, __half2, )
LOOM_ADD_ELEMENTS(atomicAdd, device, atomicAdd, __nv_bfloat162, )
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
LOOM_DEFINE(atomicAnd, long long, old & value)
LOOM_DEFINE(atomicAnd, unsigned long long, old & value)
LOOM_DEFINE(atomicOr, int, old | value)
LOOM_DEFINE(atomicOr, unsigned int, old | value)
LOOM_DEFINE(atomicOr, long long, old | value)
LOOM_DEFINE(atomicOr, unsigned long long, old | value)
LOOM_DEFINE(atomicXor, int, old ^ value)
LOOM_DEFINE(atomicXor, unsigned int, old ^ value)
LOOM_DEFINE(atomicXor, long long, old ^ value)
LOOM_DEFINE(atomicXor, unsigned long long, old ^ value)
LOOM_DEFINE_CAS(int)
LOOM_DEFINE_CAS(unsigned int)
LOOM_DEFINE_CAS(unsigned long long)
LOOM_DEFINE_CAS(unsigned short)
