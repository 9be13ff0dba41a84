// Functions in which the lanes of a warp meet and hand one another values: shuffles, votes, matches.
// They wait for the lanes that the mask names, and order no memory.
#pragma once

#include <type_traits>

namespace loom {

unsigned lane();
unsigned long long warp_exchange(unsigned mask, unsigned long long value, unsigned source);
unsigned warp_ballot(unsigned mask, bool predicate);
unsigned warp_match(unsigned mask, unsigned long long value);

// A small integer travels as an int, as in a call of CUDA's overloads.
template <class T>
using Carried = decltype(+T());

template <class T>
__attribute__((always_inline)) inline unsigned long long to_bits(T value) {
  constexpr bool fits = sizeof(T) == 4 || sizeof(T) == 8;
  static_assert(fits && std::is_arithmetic_v<T>, "shuffles and matches take int, unsigned, long, long long, float or double");
  if constexpr (sizeof(T) == 4)
    return __builtin_bit_cast(unsigned, value);
  else if constexpr (fits)
    return __builtin_bit_cast(unsigned long long, value);
}

template <class T>
__attribute__((always_inline)) inline Carried<T> exchange(unsigned mask, T value, unsigned source) {
  const Carried<T> carried = value;
  const unsigned long long bits = warp_exchange(mask, to_bits(carried), source);
  if constexpr (sizeof carried == 4)
    return __builtin_bit_cast(Carried<T>, static_cast<unsigned>(bits));
  else
    return __builtin_bit_cast(Carried<T>, bits);
}

}  // namespace loom

#define LOOM_WARP template <class T> __attribute__((always_inline)) inline

// A warp is cut into segments of `width` lanes, a power of two; a lane that would read beyond its segment keeps its own value.
LOOM_WARP loom::Carried<T> __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  const unsigned self = loom::lane(), segment = ~(static_cast<unsigned>(width) - 1) & 31;
  const unsigned from = (self & segment) | (static_cast<unsigned>(source) & ~segment & 31);
  return loom::exchange(mask, value, from);
}

LOOM_WARP loom::Carried<T> __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned self = loom::lane(), segment = ~(static_cast<unsigned>(width) - 1) & 31;
  const unsigned offset = self & ~segment, back = delta & 31;
  const unsigned from = back <= offset ? self - back : self;
  return loom::exchange(mask, value, from);
}

LOOM_WARP loom::Carried<T> __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  const unsigned self = loom::lane(), segment = ~(static_cast<unsigned>(width) - 1) & 31;
  const unsigned last = self | (~segment & 31), there = self + (delta & 31);
  const unsigned from = there <= last ? there : self;
  return loom::exchange(mask, value, from);
}

LOOM_WARP loom::Carried<T> __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  const unsigned self = loom::lane(), segment = ~(static_cast<unsigned>(width) - 1) & 31;
  const unsigned last = self | (~segment & 31), there = self ^ (static_cast<unsigned>(lanes) & 31);
  const unsigned from = there <= last ? there : self;
  return loom::exchange(mask, value, from);
}

LOOM_WARP unsigned __match_any_sync(unsigned mask, T value) { return loom::warp_match(mask, loom::to_bits(+value)); }

LOOM_WARP unsigned __match_all_sync(unsigned mask, T value, int* all) {
  *all = loom::warp_match(mask, loom::to_bits(+value)) == loom::warp_ballot(mask, true);
  return *all ? mask : 0;
}

#undef LOOM_WARP

// Every lane of the mask gets the values of all of them, combined.
unsigned __reduce_add_sync(unsigned mask, unsigned value);
int __reduce_add_sync(unsigned mask, int value);
unsigned __reduce_min_sync(unsigned mask, unsigned value);
int __reduce_min_sync(unsigned mask, int value);
unsigned __reduce_max_sync(unsigned mask, unsigned value);
int __reduce_max_sync(unsigned mask, int value);
unsigned __reduce_and_sync(unsigned mask, unsigned value);
unsigned __reduce_or_sync(unsigned mask, unsigned value);
unsigned __reduce_xor_sync(unsigned mask, unsigned value);

__attribute__((always_inline)) inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return loom::warp_ballot(mask, predicate != 0);
}
__attribute__((always_inline)) inline int __any_sync(unsigned mask, int predicate) {
  return loom::warp_ballot(mask, predicate != 0) != 0;
}
__attribute__((always_inline)) inline int __all_sync(unsigned mask, int predicate) {
  return loom::warp_ballot(mask, predicate == 0) == 0;
}
