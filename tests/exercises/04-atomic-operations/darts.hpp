// Exercise "Pi by darts": what its test calls.
#pragma once

#include "common/buffer.cuh"

__host__ __device__ unsigned random_bits(unsigned long long k);
__host__ __device__ double to_unit(unsigned bits);
__global__ void throw_darts(unsigned long long darts, unsigned long long* hits);
double estimate_pi(unsigned long long darts, unsigned blocks, unsigned threads);
