#include "textures/filter.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace loom::textures {

namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

int rounded(int product) { return (product + 128) >> 8; }

int leading_bit(UnsignedWide x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(static_cast<std::uint64_t>(x));
}

// A number as sum * 2^exponent. A zero has a sign of its own.
struct Sum {
  Wide sum = 0;
  int exponent = 0;
  bool negative_zero = false;
};

// The nearest number of that precision, of two equally near ones the one farther from 0.
float rounded_to(const Precision& precision, const Sum& sum) {
  if (sum.sum == 0) return sum.negative_zero ? -0.0f : 0.0f;
  UnsignedWide size = sum.sum < 0 ? -static_cast<UnsignedWide>(sum.sum) : static_cast<UnsignedWide>(sum.sum);
  int exponent = sum.exponent;
  const int leading = leading_bit(size);
  if (precision.flushes && leading + exponent < precision.smallest_exponent) return 0;
  const int excess = std::max(leading + exponent, precision.smallest_exponent) - precision.fraction_bits - exponent;
  if (excess > 0) {
    size = (size + (UnsignedWide{1} << (excess - 1))) >> excess;
    exponent += excess;
  }
  const double value = std::ldexp(static_cast<double>(static_cast<std::uint64_t>(size)), exponent);
  return static_cast<float>(sum.sum < 0 ? -value : value);
}

// The exponent of a value that has a part in the sum; nothing for zeros.
std::optional<int> exponent_of(float value, int part, const Precision& precision) {
  if (part == 0 || value == 0) return std::nullopt;
  const int exponent = std::ilogb(value);
  if (exponent >= precision.smallest_exponent) return exponent;
  if (precision.flushes) return std::nullopt;
  return precision.smallest_exponent;
}

Sum sum_of_layer(const float* values, const int* parts, int count, const Precision& precision) {
  std::optional<int> largest;
  for (int i = 0; i < count; ++i) largest = std::max(largest, exponent_of(values[i], parts[i], precision));
  Sum sum;
  if (!largest) {
    sum.negative_zero = true;
    for (int i = 0; i < count; ++i) sum.negative_zero &= parts[i] == 0 || std::signbit(values[i]);
    return sum;
  }
  for (int i = 0; i < count; ++i)
    if (exponent_of(values[i], parts[i], precision))
      sum.sum += static_cast<std::int64_t>(std::ldexp(double{values[i]}, precision.kept_bits - *largest)) * parts[i];
  sum.exponent = *largest - precision.kept_bits - 8;
  return sum;
}

Sum operator+(Sum a, Sum b) {
  if (a.sum == 0) return b;
  if (b.sum == 0) return a;
  if (a.exponent < b.exponent) std::swap(a, b);
  const int apart = a.exponent - b.exponent;
  if (apart > 80) return a;          // b is far below what can be seen
  return {(a.sum << apart) + b.sum, b.exponent, false};
}

// What infinities and NaN make of the sum, or 0 where there are none.
float exceptional(const float* values, const Weights& weights, int count) {
  float sum = 0;
  for (int i = 0; i < count; ++i)
    if (weights.taken[i] && !std::isfinite(values[i])) sum += values[i];
  return sum;
}

}  // namespace

// Layers first, then columns, then rows; what one half gains by rounding the other half loses.
Weights weights(int x, int y, int z) {
  Weights result;
  for (int i = 0; i < 8; ++i) {
    const bool right = i & 1, below = i & 2, behind = i & 4;
    const int layer = behind ? z : 256 - z;
    const int right_column = rounded(layer * x);
    const int column = right ? right_column : layer - right_column;
    const int lower = right ? rounded(column * y) : column - rounded(column * (256 - y));
    result.parts[i] = below ? lower : column - lower;
    result.taken[i] = !(right && x == 0) && !(below && y == 0) && !(behind && z == 0);
  }
  return result;
}

float weighted_sum(const float* values, const Weights& weights, int count, const Precision& precision) {
  if (const float sum = exceptional(values, weights, count); sum != 0) return sum;
  Sum sum = sum_of_layer(values, weights.parts, std::min(count, 4), precision);
  if (count == 8) {
    sum = sum + sum_of_layer(values + 4, weights.parts + 4, 4, precision);
    sum.negative_zero = false;
  }
  return rounded_to(precision, sum);
}

}  // namespace loom::textures
