// Exercise "An exact sum in one word": what its test calls.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

__global__ void add_halves(const unsigned short* x, std::size_t n, unsigned long long* units);
