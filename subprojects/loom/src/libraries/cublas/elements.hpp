// The types of numbers that matrices are made of, and what is asked of them alike.
#pragma once

#include <bit>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace loom::cublas {

// Storage of 16 bits; the arithmetic is done in float.
struct Half {
  _Float16 value;
  Half() = default;
  explicit Half(float number) : value(static_cast<_Float16>(number)) {}
  operator float() const { return static_cast<float>(value); }
};

struct BFloat16 {
  std::uint16_t bits;
  BFloat16() = default;
  explicit BFloat16(float number) : bits(rounded(number)) {}
  operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

 private:
  // To the nearest, ties to even; a NaN stays one.
  static std::uint16_t rounded(float number) {
    const auto wide = std::bit_cast<std::uint32_t>(number);
    if (number != number) return static_cast<std::uint16_t>(wide >> 16 | 0x40);
    return static_cast<std::uint16_t>((wide + 0x7fff + (wide >> 16 & 1)) >> 16);
  }
};

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
