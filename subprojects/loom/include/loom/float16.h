// Numbers of 16 bits: half precision, with 10 bits of fraction, and bfloat16, with 7.
//
// What is written here and in float16/ is written once for both; cuda_fp16.h and cuda_bf16.h give the names. The numbers are
// computed in double, where sums, products and quotients of them are so exact that a second rounding changes nothing.
#pragma once

namespace loom {

enum class Rounding : unsigned char { to_nearest, to_zero, up, down };

// The bits of the nearest number, ties to even, or of the next one in the requested direction.
template <int fraction_bits>
unsigned short float16_of(double, Rounding = Rounding::to_nearest);
template <int fraction_bits>
unsigned short float16_of(long long, Rounding = Rounding::to_nearest);
template <int fraction_bits>
unsigned short float16_of(unsigned long long, Rounding = Rounding::to_nearest);

template <int fraction_bits>
float float16_value(unsigned short bits);

// x * y + z, rounded so that it can be rounded to a number of 16 bits once more: to the nearest, but if inexact to an odd one.
double multiplied_and_added(double x, double y, double z);

// The nearest integer, or the next one in the requested direction. What an integer cannot hold becomes the largest or the
// smallest; a NaN becomes 0, in 64 bits 2^63.
template <class I>
I integer_of(float, Rounding);

// How many bits of fraction the types have; their definitions say it.
template <class T>
inline constexpr int fraction_bits = 0;

#define LOOM_INLINE __attribute__((always_inline)) inline

template <class T>
LOOM_INLINE unsigned short bits(T number) {
  return __builtin_bit_cast(unsigned short, number);
}
template <class T>
LOOM_INLINE float value(T number) {
  return float16_value<fraction_bits<T>>(bits(number));
}
template <class T>
LOOM_INLINE T with_bits(unsigned short bits) {
  return __builtin_bit_cast(T, bits);
}
template <class T>
LOOM_INLINE T rounded(double number, Rounding rounding = Rounding::to_nearest) {
  return with_bits<T>(float16_of<fraction_bits<T>>(number, rounding));
}
template <class T>
LOOM_INLINE T rounded(long long number, Rounding rounding) {
  return with_bits<T>(float16_of<fraction_bits<T>>(number, rounding));
}
template <class T>
LOOM_INLINE T rounded(unsigned long long number, Rounding rounding) {
  return with_bits<T>(float16_of<fraction_bits<T>>(number, rounding));
}

template <class T>
LOOM_INLINE bool is_nan(T number) {
  return value(number) != value(number);
}
// The one NaN that results are.
template <class T>
LOOM_INLINE T nan() {
  return with_bits<T>(0x7fff);
}

// Zeros are told apart by their signs.
template <class T>
LOOM_INLINE T larger(T x, T y) {
  return value(x) > value(y) || (value(x) == value(y) && !(bits(x) >> 15)) ? x : y;
}
template <class T>
LOOM_INLINE T smaller(T x, T y) {
  return value(x) < value(y) || (value(x) == value(y) && bits(x) >> 15) ? x : y;
}

// Between 0 and 1; a NaN becomes 0.
template <class T>
LOOM_INLINE T saturated(T number) {
  const float x = value(number);
  return x > 0 ? (x < 1 ? number : rounded<T>(1.0)) : with_bits<T>(0);
}

}  // namespace loom

#undef LOOM_INLINE
