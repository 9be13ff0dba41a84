// Exercise "Search with one mismatch": what its test calls.
#pragma once

#include <cstddef>

#include "common/text.cuh"

constexpr std::size_t piece = 256;
__global__ void with_one_mistake(weft::Text text, const unsigned* of_byte, unsigned size, unsigned long long* count);
