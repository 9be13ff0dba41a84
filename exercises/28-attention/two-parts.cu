// Exercise "Two parts of a row": a softmax, part by part.
#include <algorithm>
#include <cmath>

#include "28-attention/two-parts.hpp"

// The largest exponent as the reference, and the sum of the powers relative to it.
PartOfRow part_of(const float* t, std::size_t n) {
  PartOfRow part{0, 0};
  // your code begins
  // your code ends
  return part;
}

// The part of the row that consists of both.
PartOfRow combine(const PartOfRow& a, const PartOfRow& b) {
  PartOfRow both{0, 0};
  // your code begins
  // your code ends
  return both;
}

// 2^t divided by the sum of all powers of a row.
float result(float t, const PartOfRow& all) {
  float of_row = 0;
  // your code begins
  // your code ends
  return of_row;
}
