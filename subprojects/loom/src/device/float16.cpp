// Conversions to and from numbers of 16 bits, in integers: each is exact, or rounded once.
#include "loom/float16.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loom {
namespace {

// A format: one bit of sign, 15 - fraction_bits of exponent, fraction_bits of fraction.
template <int fraction_bits>
struct Format {
  static constexpr int bias = (1 << (14 - fraction_bits)) - 1;
  static constexpr int smallest_exponent = 1 - bias;   // of normal numbers
  static constexpr unsigned infinity = 0x7fff >> fraction_bits << fraction_bits;
  static constexpr unsigned nan = 0x7fff;
};

bool rounds_up(Rounding rounding, bool negative, bool odd, std::uint64_t rest, std::uint64_t half) {
  switch (rounding) {
    case Rounding::to_nearest: return rest > half || (rest == half && odd);
    case Rounding::to_zero: return false;
    case Rounding::up: return !negative && rest != 0;
    case Rounding::down: return negative && rest != 0;
  }
  return false;
}

// The number magnitude * 2^exponent.
template <int fraction_bits>
unsigned short narrowed(bool negative, std::uint64_t magnitude, int exponent, Rounding rounding) {
  using Format = Format<fraction_bits>;
  const unsigned sign = negative ? 0x8000 : 0;
  if (magnitude == 0) return static_cast<unsigned short>(sign);
  const int leading = exponent + std::bit_width(magnitude) - 1;
  if (leading > Format::bias) {
    // Beyond the largest number, by how much makes no difference: it rounds like the middle between two odd ones.
    const bool away = rounds_up(rounding, negative, true, 1, 1);
    return static_cast<unsigned short>(sign | (away ? Format::infinity : Format::infinity - 1));
  }
  // The last bit that the result has, and how far it lies above the last bit of the magnitude.
  const int last = std::max(leading, Format::smallest_exponent) - fraction_bits;
  const int shift = last - exponent;
  std::uint64_t kept;
  if (shift <= 0)
    kept = magnitude << -shift;
  else if (shift > 64)
    kept = rounds_up(rounding, negative, false, 1, 2);
  else {
    kept = shift == 64 ? 0 : magnitude >> shift;
    const std::uint64_t rest = shift == 64 ? magnitude : magnitude & ((std::uint64_t{1} << shift) - 1);
    kept += rounds_up(rounding, negative, kept & 1, rest, std::uint64_t{1} << (shift - 1));
  }
  // A leading 1 adds to the exponent, and so does what is carried out of the fraction, into infinity at the end.
  const unsigned steps = static_cast<unsigned>(last + fraction_bits - Format::smallest_exponent);
  return static_cast<unsigned short>(sign | ((steps << fraction_bits) + static_cast<unsigned>(kept)));
}

}  // namespace

template <int fraction_bits>
unsigned short float16_of(double number, Rounding rounding) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  if (std::isnan(number)) return Format<fraction_bits>::nan;
  if (std::isinf(number)) return static_cast<unsigned short>(bits >> 63 << 15 | Format<fraction_bits>::infinity);
  // A subnormal double is so small that it may pass for a normal one.
  constexpr std::uint64_t one = std::uint64_t{1} << 52;
  const std::uint64_t magnitude = number == 0 ? 0 : (bits & (one - 1)) | one;
  return narrowed<fraction_bits>(bits >> 63, magnitude, static_cast<int>(bits >> 52 & 0x7ff) - 1075, rounding);
}

template <int fraction_bits>
unsigned short float16_of(long long number, Rounding rounding) {
  const auto bits = static_cast<std::uint64_t>(number);
  return narrowed<fraction_bits>(number < 0, number < 0 ? -bits : bits, 0, rounding);
}

template <int fraction_bits>
unsigned short float16_of(unsigned long long number, Rounding rounding) {
  return narrowed<fraction_bits>(false, number, 0, rounding);
}

// A bfloat16 is the upper part of a float.
template <>
float float16_value<7>(unsigned short bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

// The exponent of a half is counted from elsewhere than a float's: a multiplication sets that right, for subnormals too.
template <>
float float16_value<10>(unsigned short bits) {
  const unsigned magnitude = bits & 0x7fff;
  if (magnitude > Format<10>::infinity) return std::bit_cast<float>(0x7fffffffu);
  const std::uint32_t sign = std::uint32_t{bits} >> 15 << 31;
  if (magnitude == Format<10>::infinity) return std::bit_cast<float>(sign | 0x7f800000u);
  return std::bit_cast<float>(sign | magnitude << 13) * 0x1p112f;
}

double multiplied_and_added(double x, double y, double z) {
  const double product = x * y;   // of 22 bits at most, so exact
  const double sum = product + z;
  const double from_z = sum - product;
  const double error = (product - (sum - from_z)) + (z - from_z);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (!std::isfinite(sum) || error == 0 || bits & 1) return sum;
  return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

template <class I>
I integer_of(float number, Rounding rounding) {
  using Limits = std::numeric_limits<I>;
  if (std::isnan(number)) return sizeof(I) == 8 ? static_cast<I>(std::uint64_t{1} << 63) : I{0};
  const float whole = rounding == Rounding::to_nearest ? std::nearbyint(number)
                      : rounding == Rounding::to_zero  ? std::trunc(number)
                      : rounding == Rounding::up       ? std::ceil(number)
                                                       : std::floor(number);
  if (whole >= std::ldexp(1.0f, Limits::digits)) return Limits::max();
  if (whole <= static_cast<float>(Limits::min())) return Limits::min();
  return static_cast<I>(whole);
}

#define LOOM_FORMAT(fraction_bits)                                          \
  template unsigned short float16_of<fraction_bits>(double, Rounding);      \
  template unsigned short float16_of<fraction_bits>(long long, Rounding);   \
  template unsigned short float16_of<fraction_bits>(unsigned long long, Rounding);
LOOM_FORMAT(10)
LOOM_FORMAT(7)

#define LOOM_INTEGER(I) template I integer_of<I>(float, Rounding);
LOOM_INTEGER(char)
LOOM_INTEGER(signed char)
LOOM_INTEGER(unsigned char)
LOOM_INTEGER(short)
LOOM_INTEGER(unsigned short)
LOOM_INTEGER(int)
LOOM_INTEGER(unsigned int)
LOOM_INTEGER(long)
LOOM_INTEGER(unsigned long)
LOOM_INTEGER(long long)
LOOM_INTEGER(unsigned long long)

}  // namespace loom
