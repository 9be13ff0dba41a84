// Exercise "Two parts of a row": a softmax, part by part.
#include <algorithm>
#include <cmath>

#include "28-attention/two-parts.hpp"

// The largest exponent as the reference, and the sum of the powers relative to it.
PartOfRow part_of(const float* t, std::size_t n) {
  PartOfRow part{0, 0};
  // your code begins
  part.reference = -INFINITY;
  for (std::size_t i = 0; i < n; ++i) part.reference = std::max(part.reference, t[i]);
  if (part.reference == -INFINITY) return part;
  for (std::size_t i = 0; i < n; ++i) part.sum += std::exp2(t[i] - part.reference);
  // your code ends
  return part;
}

// The part of the row that consists of both.
PartOfRow combine(const PartOfRow& a, const PartOfRow& b) {
  PartOfRow both{0, 0};
  // your code begins
  const float reference = std::max(a.reference, b.reference);
  if (reference == -INFINITY) return a;
  both = {reference, a.sum * std::exp2(a.reference - reference) + b.sum * std::exp2(b.reference - reference)};
  // your code ends
  return both;
}

// 2^t divided by the sum of all powers of a row.
float result(float t, const PartOfRow& all) {
  float of_row = 0;
  // your code begins
  of_row = std::exp2(t - all.reference) / all.sum;
  // your code ends
  return of_row;
}
