// Exercise "Counting characters of UTF-8": what its test calls.
#pragma once

#include "common/text.cuh"

__host__ __device__ unsigned beginnings(unsigned word);
unsigned long long characters(weft::Text text);
