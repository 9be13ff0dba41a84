#pragma once

#include <cmath>

struct Line {
  __host__ __device__ double operator()(double x) const { return 3.0 * x - 2.0; }
};
struct Square {
  __host__ __device__ double operator()(double x) const { return x * x; }
};
// 0.5 and 1.5 alternately, in the middle of each strip from one integer to the next.
struct Sawtooth {
  __host__ __device__ double operator()(double x) const { return x - 2.0 * floor(x / 2.0); }
};
struct Sine {
  __host__ __device__ double operator()(double x) const { return sin(x); }
};

// Counts how often each thread evaluates it.
struct Counting {
  unsigned* times;
  __device__ double operator()(double x) const {
    ++times[blockIdx.x * blockDim.x + threadIdx.x];
    return x;
  }
};
