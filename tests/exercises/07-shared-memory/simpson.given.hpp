#pragma once

#include <cmath>

struct Line {
  __host__ __device__ double operator()(double x) const { return 3.0 * x - 2.0; }
};
struct Cubic {
  __host__ __device__ double operator()(double x) const { return x * x * x - x; }
};
// 0 and 1 alternately, at integers.
struct Sawtooth {
  __host__ __device__ double operator()(double x) const { return x - 2.0 * floor(x / 2.0); }
};
struct Exponential {
  __host__ __device__ double operator()(double x) const { return exp(x); }
};
// Counts how often each thread evaluates it.
struct Counting {
  unsigned* times;
  __device__ double operator()(double x) const {
    ++times[blockIdx.x * blockDim.x + threadIdx.x];
    return x;
  }
};
