// Exercise "Two parts of a row": what its test calls.
#pragma once

#include <cstddef>

// The powers 2^(t - reference) of some of a row's exponents, added up.
struct PartOfRow {
  float reference, sum;
};

PartOfRow part_of(const float* t, std::size_t n);
PartOfRow combine(const PartOfRow& a, const PartOfRow& b);
float result(float t, const PartOfRow& all);
