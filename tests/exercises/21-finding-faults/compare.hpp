// Exercise "Compare two arrays on the device": what its test calls.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

// The wrong elements: how many, the first, the last.
struct Comparison {
  std::size_t count, first, last;
};

Comparison compare(const float* found, const float* expected, std::size_t n, float tolerance);
