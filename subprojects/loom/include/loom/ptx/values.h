// What the registers of PTX hold.
#pragma once

#include <type_traits>

#include "loom/float16.h"

#define LOOM_PTX template <class T> __attribute__((always_inline)) inline
#define LOOM_PTX_PLAIN __attribute__((always_inline)) inline

namespace loom::ptx {

// Numbers of 16 bits, alone and two in a register, the lower half first. CUDA's types for them are in headers of their own.
template <int fraction>
struct Float16 {
  unsigned short bits;

  // Of a double, a long long or an unsigned long long.
  template <class Number>
  LOOM_PTX_PLAIN static Float16 rounded(Number number, Rounding rounding = Rounding::to_nearest) {
    return {float16_of<fraction>(number, rounding)};
  }
  LOOM_PTX_PLAIN operator double() const { return float16_value<fraction>(bits); }
};
using f16 = Float16<10>;
using bf16 = Float16<7>;

template <class Half>
struct Two {
  Half low, high;
};
using f16x2 = Two<f16>;
using bf16x2 = Two<bf16>;

template <class T>
constexpr bool is_float16 = std::is_same_v<T, f16> || std::is_same_v<T, bf16>;
template <class T>
constexpr bool is_two = std::is_same_v<T, f16x2> || std::is_same_v<T, bf16x2>;

__extension__ typedef unsigned __int128 b128;

// A float whose last 13 bits say nothing.
struct tf32 {
  unsigned bits;
};

template <unsigned long bytes>
struct BitsOf;
template <>
struct BitsOf<1> { using type = unsigned char; };
template <>
struct BitsOf<2> { using type = unsigned short; };
template <>
struct BitsOf<4> { using type = unsigned; };
template <>
struct BitsOf<8> { using type = unsigned long long; };
template <>
struct BitsOf<16> { using type = b128; };
template <unsigned long bytes>
using Bits = typename BitsOf<bytes>::type;

// A value on its way between variables and registers of the same size, whose bits stay, or of another, whose value does.
template <class To, class From>
LOOM_PTX_PLAIN std::remove_cv_t<To> as(From value) {
  using Target = std::remove_cv_t<To>;
  if constexpr (sizeof(Target) == sizeof(From) && !std::is_same_v<Target, bool> && !std::is_same_v<From, bool>)
    return __builtin_bit_cast(Target, value);
  else if constexpr (std::is_class_v<From>)
    return static_cast<Target>(__builtin_bit_cast(Bits<sizeof(From)>, value));
  else if constexpr (std::is_class_v<Target>)
    return __builtin_bit_cast(Target, static_cast<Bits<sizeof(Target)>>(value));
  else
    return static_cast<Target>(value);
}

// One of so many equal parts of a register, and all of them, the lowest first.
template <int count, class T>
LOOM_PTX_PLAIN auto part_(T value, int i) {
  return static_cast<Bits<sizeof(T) / count>>(as<Bits<sizeof(T)>>(value) >> 8 * sizeof(T) / count * i);
}
template <class T, class... Parts>
LOOM_PTX_PLAIN T joined_(Parts... parts) {
  constexpr unsigned long bytes = sizeof(T) / sizeof...(Parts);
  Bits<sizeof(T)> all = 0;
  int i = 0;
  ((all |= static_cast<Bits<sizeof(T)>>(as<Bits<bytes>>(parts)) << 8 * bytes * i++), ...);
  return as<T>(all);
}

}  // namespace loom::ptx
