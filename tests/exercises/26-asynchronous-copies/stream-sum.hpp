// Exercise "A sum by roles": what its test calls.
#pragma once

#include <cstddef>

// The sum of n floats in device memory, from any address at which a float may lie. The same numbers give the same bits on every run.
float sum_by_roles(const float* x, std::size_t n);
