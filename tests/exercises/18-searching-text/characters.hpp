// Exercise "How many characters?": what its test calls.
#pragma once

#include "common/text.cuh"

__host__ __device__ unsigned beginnings(unsigned word);
unsigned long long characters(weft::Text text);
