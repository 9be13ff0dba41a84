// The types of numbers that matrices are made of, and what is asked of them alike.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "loom/float16.h"

namespace loom::cublas {

// Storage of 16 bits; the arithmetic is done in float.
template <int fraction_bits>
struct Float16 {
  std::uint16_t bits;
  Float16() = default;
  explicit Float16(float number) : bits(float16_of<fraction_bits>(number)) {}
  operator float() const { return float16_value<fraction_bits>(bits); }
};
using Half = Float16<10>;
using BFloat16 = Float16<7>;

struct ComplexInt8 {
  std::int8_t real, imaginary;
  operator std::complex<float>() const { return {static_cast<float>(real), static_cast<float>(imaginary)}; }
};

template <class T> inline constexpr bool is_complex = false;
template <class R> inline constexpr bool is_complex<std::complex<R>> = true;

template <class T> struct RealOf { using type = T; };
template <class R> struct RealOf<std::complex<R>> { using type = R; };
template <class T> using Real = typename RealOf<T>::type;

template <class T>
T conjugate(T value) {
  if constexpr (is_complex<T>) return std::conj(value);
  else return value;
}

// |re| + |im|, by which BLAS compares complex numbers.
template <class T>
auto magnitude(T value) {
  if constexpr (is_complex<T>) return std::abs(value.real()) + std::abs(value.imag());
  else return std::abs(value);
}

}  // namespace loom::cublas
