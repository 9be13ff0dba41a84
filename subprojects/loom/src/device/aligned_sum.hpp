// How the tensor cores of Hopper add products, as measured on an H100: products are exact; all of them and what was there before are added in
// one operation, each shifted to the largest exponent among them and cut off at some bits below it. The sum is cut off in the same way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "loom/ptx/matrices.h"

namespace loom {

// A number as a multiplier sees it: significand * 2^(exponent - bits of fraction). Subnormal ones have the smallest exponent.
struct Factor {
  enum class Kind : std::uint8_t { finite, infinite, nan };
  Kind kind = Kind::finite;
  std::int16_t exponent = 0;
  std::int32_t significand = 0;      // with its sign
};

// How a type of numbers is made up.
struct NumberFormat {
  int fraction, exponent;            // bits
  bool has_infinity = true;          // else its largest bits alone are NaN

  constexpr Factor factor(std::uint32_t bits) const {
    const std::uint32_t most = (1u << exponent) - 1, digits = bits & ((1u << fraction) - 1), power = bits >> fraction & most;
    const bool negative = bits >> (fraction + exponent) & 1;
    const int bias = static_cast<int>(most >> 1);
    if (power == most && has_infinity) return {digits ? Factor::Kind::nan : Factor::Kind::infinite, 0, negative ? -1 : 1};
    if (power == most && digits == (1u << fraction) - 1) return {Factor::Kind::nan, 0, 0};
    const auto significand = static_cast<std::int32_t>(power ? digits | 1u << fraction : digits);
    return {Factor::Kind::finite, static_cast<std::int16_t>((power ? static_cast<int>(power) : 1) - bias), negative ? -significand : significand};
  }
};

inline NumberFormat format_of(Number number) {
  switch (number) {
    case Number::e4m3: return {3, 4, false};
    case Number::e5m2: return {2, 5};
    case Number::f16: return {10, 5};
    case Number::bf16: return {7, 8};
    case Number::tf32: return {10, 8};
    default: return {23, 8};
  }
}

// Measured on an H100: bits that are kept below the largest exponent, of products of numbers of 16 bits and more; and of 8.
constexpr int bits_kept = 25, bits_kept_of_8 = 13;

class AlignedSum {
 public:
  // Keeps so many bits below the largest exponent.
  explicit AlignedSum(int kept) : kept_(kept) {}

  // A number and so many products, whose significands have so many bits of fraction, in one operation.
  void add(const Factor& number, int fraction, const Factor* a, const Factor* b, int count, int fraction_of_product) {
    note(number.kind, number.exponent, number.significand);
    for (int i = 0; i < count; ++i) note_product(a[i], b[i]);
    if (!is_finite()) return;
    add(number.exponent, number.significand, fraction);
    for (int i = 0; i < count; ++i) add(a[i].exponent + b[i].exponent, std::int64_t{a[i].significand} * b[i].significand, fraction_of_product);
  }

  // As a number of that format, of whose fraction so many bits are used. Cut off, or rounded to the nearest one, ties to even.
  std::uint32_t as(const NumberFormat& format, int used, bool nearest) const {
    const std::uint32_t sign = 1u << (format.fraction + format.exponent), infinity = sign - (1u << format.fraction);
    if (nan_ || (plus_ && minus_)) return sign - 1;
    if (!is_finite()) return infinity | (minus_ ? sign : 0);
    const auto magnitude = static_cast<std::uint64_t>(sum_ < 0 ? -sum_ : sum_);
    if (magnitude == 0) return 0;
    const int bias = static_cast<int>((1u << format.exponent) - 1) / 2, lowest = largest_ - kept_;
    const int exponent = std::max(lowest + 63 - std::countl_zero(magnitude), 1 - bias), shift = exponent - used - lowest;
    std::uint64_t digits = shift <= 0 ? magnitude << -shift : shift < 64 ? magnitude >> shift : 0;
    if (nearest && shift > 0 && shift < 64) {
      const std::uint64_t lost = magnitude & ((std::uint64_t{1} << shift) - 1), half = std::uint64_t{1} << (shift - 1);
      digits += lost > half || (lost == half && (digits & 1));
    }
    digits <<= format.fraction - used;
    if (digits == 0) return 0;       // never negative
    // The leading digit of a normal number, or of one that has become normal, counts into the exponent.
    const std::uint64_t bits = digits + (static_cast<std::uint64_t>(exponent + bias - 1) << format.fraction);
    return (bits >= infinity ? infinity : static_cast<std::uint32_t>(bits)) | (sum_ < 0 ? sign : 0);
  }

 private:
  // What is to be summed has no NaN and no infinity.
  bool is_finite() const { return !nan_ && !plus_ && !minus_; }

  void note(Factor::Kind kind, int exponent, std::int64_t significand) {
    if (kind == Factor::Kind::nan) nan_ = true;
    else if (kind == Factor::Kind::infinite) (significand < 0 ? minus_ : plus_) = true;
    else if (significand != 0) largest_ = std::max(largest_, exponent);
  }
  void note_product(const Factor& a, const Factor& b) {
    if (a.kind == Factor::Kind::finite && b.kind == Factor::Kind::finite) {
      if (a.significand != 0 && b.significand != 0) largest_ = std::max(largest_, a.exponent + b.exponent);
      return;
    }
    const bool nan = a.kind == Factor::Kind::nan || b.kind == Factor::Kind::nan || a.significand == 0 || b.significand == 0;
    note(nan ? Factor::Kind::nan : Factor::Kind::infinite, 0, (a.significand < 0) != (b.significand < 0) ? -1 : 1);
  }
  // Once all have been noted.
  void add(int exponent, std::int64_t significand, int fraction) {
    const int shift = kept_ - fraction - (largest_ - exponent);
    const auto magnitude = static_cast<std::uint64_t>(significand < 0 ? -significand : significand);
    const std::uint64_t aligned = shift >= 0 ? magnitude << shift : shift > -64 ? magnitude >> -shift : 0;
    sum_ += significand < 0 ? -static_cast<std::int64_t>(aligned) : static_cast<std::int64_t>(aligned);
  }

  int kept_, largest_ = -10000;
  std::int64_t sum_ = 0;
  bool nan_ = false, plus_ = false, minus_ = false;
};

}  // namespace loom
