// Exercise "An iteration without waits": what its test calls.
#pragma once

__host__ __device__ float next(float b, float west, float east);
unsigned relax(const float* b, float* x, unsigned n, float enough);
