// Atomic accesses with an order and a scope, on the host and in device code: what cuda::atomic is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "loom/scopes.h"

namespace loom {

// In device code the first tells the checks what comes, and the second lets others run if nothing changed. `caller` is the code that
// makes the access. On the host both do nothing.
void begin_atomic(const volatile void* address, std::size_t bytes, AtomicKind, Order, Scope, const void* caller, bool compares = false);
void end_atomic(bool changed, const void* caller);

void scoped_fence(Order, Scope);

template <std::size_t bytes>
struct WordOf;
template <>
struct WordOf<1> { using type = std::uint8_t; };
template <>
struct WordOf<2> { using type = std::uint16_t; };
template <>
struct WordOf<4> { using type = std::uint32_t; };
template <>
struct WordOf<8> { using type = std::uint64_t; };

// A type as the machine exchanges it.
template <class T>
using Word [[gnu::may_alias]] = typename WordOf<sizeof(T)>::type;

// Not watched by hooks: the access has been announced.
#define LOOM_ATOMIC [[gnu::noinline]] __attribute__((no_sanitize_thread))

template <class T>
LOOM_ATOMIC T atomic_load(const T* address, Order order, Scope scope) {
  const void* const caller = __builtin_return_address(0);
  begin_atomic(address, sizeof(T), AtomicKind::load, order, scope, caller);
  const auto word = __atomic_load_n(reinterpret_cast<const Word<T>*>(address), __ATOMIC_SEQ_CST);
  end_atomic(false, caller);
  return __builtin_bit_cast(T, word);
}

template <class T>
LOOM_ATOMIC void atomic_store(T* address, T value, Order order, Scope scope) {
  const void* const caller = __builtin_return_address(0);
  begin_atomic(address, sizeof(T), AtomicKind::store, order, scope, caller);
  const auto word = __builtin_bit_cast(typename WordOf<sizeof(T)>::type, value);
  const auto before = __atomic_exchange_n(reinterpret_cast<Word<T>*>(address), word, __ATOMIC_SEQ_CST);
  end_atomic(before != word, caller);
}

// Replaces the value by change(value), and answers what it was.
template <class T, class Change>
LOOM_ATOMIC T atomic_update(T* address, Change change, Order order, Scope scope) {
  const void* const caller = __builtin_return_address(0);
  begin_atomic(address, sizeof(T), AtomicKind::update, order, scope, caller);
  auto* const place = reinterpret_cast<Word<T>*>(address);
  typename WordOf<sizeof(T)>::type before = __atomic_load_n(place, __ATOMIC_RELAXED), after;
  do {
    after = __builtin_bit_cast(typename WordOf<sizeof(T)>::type, static_cast<T>(change(__builtin_bit_cast(T, before))));
  } while (!__atomic_compare_exchange_n(place, &before, after, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  end_atomic(before != after, caller);
  return __builtin_bit_cast(T, before);
}

// Replaces the value if it is what is expected; otherwise says in `expected` what it was.
template <class T>
LOOM_ATOMIC bool atomic_compare_exchange(T* address, T& expected, T desired, Order order, Scope scope) {
  const void* const caller = __builtin_return_address(0);
  begin_atomic(address, sizeof(T), AtomicKind::update, order, scope, caller, /*compares=*/true);
  auto seen = __builtin_bit_cast(typename WordOf<sizeof(T)>::type, expected);
  const auto word = __builtin_bit_cast(typename WordOf<sizeof(T)>::type, desired);
  const bool done = __atomic_compare_exchange_n(reinterpret_cast<Word<T>*>(address), &seen, word, false, __ATOMIC_SEQ_CST,
                                                __ATOMIC_SEQ_CST);
  if (!done) expected = __builtin_bit_cast(T, seen);
  end_atomic(done && seen != word, caller);
  return done;
}

// 16 bytes, whose address is a multiple of 16.
void atomic_load_16(const void* address, void* value, Order, Scope);
void atomic_store_16(void* address, const void* value, Order, Scope);

#undef LOOM_ATOMIC

}  // namespace loom
