// Numbers of 16 bits by their definition, and whether a result is the right one, in exact arithmetic. Nothing here rounds.
#pragma once

#include "cuda_bf16.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace reference {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

inline int width(Wide magnitude) {
  const auto bits = static_cast<UnsignedWide>(magnitude);
  const auto high = static_cast<std::uint64_t>(bits >> 64);
  return static_cast<int>(high ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(bits)));
}

// The number m * 2^e. Numbers in these tests have up to 120 bits.
struct Exact {
  Wide m = 0;
  int e = 0;

  bool is_negative() const { return m < 0; }
  Exact magnitude() const { return {m < 0 ? -m : m, e}; }
  Exact operator*(Exact other) const { return {m * other.m, e + other.e}; }
  Exact operator-() const { return {-m, e}; }
};

// Of two that are not negative.
inline bool less(Exact a, Exact b) {
  if (a.m == 0 || b.m == 0) return b.m != 0;
  const int top_a = a.e + width(a.m), top_b = b.e + width(b.m);
  if (top_a != top_b) return top_a < top_b;
  return a.e > b.e ? a.m << (a.e - b.e) < b.m : a.m < b.m << (b.e - a.e);
}

inline Exact exact(long double number) {
  int exponent = 0;
  const long double fraction = std::frexp(number, &exponent);
  return {static_cast<Wide>(std::ldexp(fraction, 64)), exponent - 64};
}
inline Exact exact(double number) { return exact(static_cast<long double>(number)); }
inline Exact exact(float number) { return exact(static_cast<long double>(number)); }
template <class I>
Exact exact(I number) { return {static_cast<Wide>(number), 0}; }

// The sum of two whose bits lie within 120 of one another.
inline Exact sum(Exact a, Exact b) {
  if (a.m == 0) return b;
  if (b.m == 0) return a;
  return a.e > b.e ? Exact{(a.m << (a.e - b.e)) + b.m, b.e} : Exact{a.m + (b.m << (b.e - a.e)), a.e};
}

template <class T>
struct Format {
  static constexpr int fraction = loom::fraction_bits<T>;
  static constexpr unsigned infinity = 0x7fff >> fraction << fraction;
  static constexpr int exponent_of_subnormals = 2 - (1 << (14 - fraction)) - fraction;

  static constexpr bool is_nan(unsigned bits) { return (bits & 0x7fff) > infinity; }
  static constexpr bool is_infinite(unsigned bits) { return (bits & 0x7fff) == infinity; }

  // Infinity counts as the number that would come next.
  static Exact magnitude(unsigned bits) {
    const unsigned exponent = (bits & 0x7fff) >> fraction, below = bits & ((1u << fraction) - 1);
    if (exponent == 0) return {below, exponent_of_subnormals};
    return {below | 1u << fraction, exponent_of_subnormals + static_cast<int>(exponent) - 1};
  }
  static Exact value(unsigned bits) { return bits >> 15 ? -magnitude(bits) : magnitude(bits); }
  // Between this number and the next one away from zero.
  static Exact middle(unsigned bits) {
    const Exact number = magnitude(bits);
    return {2 * number.m + 1, number.e - 1};
  }
};

// Whether `bits` is what x / y rounds to, or the square root of x.
enum class Of { quotient, root };
template <class T>
bool is_rounded(Exact x, unsigned bits, loom::Rounding rounding = loom::Rounding::to_nearest, Exact y = {1, 0}, Of of = Of::quotient) {
  using F = Format<T>;
  using loom::Rounding;
  if (F::is_nan(bits)) return false;
  const bool negative = x.is_negative() != y.is_negative();
  if (x.m != 0 && negative != static_cast<bool>(bits >> 15)) return false;
  const unsigned magnitude = bits & 0x7fff;
  const Exact target = x.magnitude();
  const auto scaled = [&](Exact bound) { return of == Of::root ? bound * bound : bound * y.magnitude(); };
  const auto at_least = [&](Exact bound) { return !less(target, scaled(bound)); };
  const auto at_most = [&](Exact bound) { return !less(scaled(bound), target); };
  const bool even = magnitude % 2 == 0;
  if (rounding == Rounding::to_nearest) {
    const bool above = magnitude == 0 || (even ? at_least(F::middle(magnitude - 1)) : !at_most(F::middle(magnitude - 1)));
    const bool below = magnitude == F::infinity || (even ? at_most(F::middle(magnitude)) : !at_least(F::middle(magnitude)));
    return above && below;
  }
  if (rounding == (negative ? Rounding::down : Rounding::up)) {
    const bool above = magnitude == 0 ? target.m == 0 : !at_most(F::magnitude(magnitude - 1));
    return above && (magnitude == F::infinity || at_most(F::magnitude(magnitude)));
  }
  return at_least(F::magnitude(magnitude)) && (magnitude == F::infinity - 1 || !at_least(F::magnitude(magnitude + 1)));
}

template <class T>
T number(unsigned bits) { return loom::with_bits<T>(static_cast<unsigned short>(bits)); }

// How often something was not as it should be, and the first example.
struct Wrong {
  unsigned long count = 0;
  unsigned first[3] = {};

  void note(bool right, unsigned a, unsigned b = 0, unsigned c = 0) {
    if (right || count++) return;
    first[0] = a, first[1] = b, first[2] = c;
  }
};

}  // namespace reference

#define CHECK_NONE(wrong)                                                                                    \
  do {                                                                                                       \
    INFO("first: ", wrong.first[0], " ", wrong.first[1], " ", wrong.first[2]);                               \
    CHECK(wrong.count == 0);                                                                                 \
  } while (false)
