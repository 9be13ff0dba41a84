#pragma once

#include <cmath>

struct SlightlyMore {
  __device__ static float fast(float x) { return x * (1 + 0x1p-10f); }
  __device__ static double exact(float x) { return x; }
};

struct SlightlyLess {  // by less than a float can represent
  __device__ static float fast(float x) { return x; }
  __device__ static double exact(float x) { return x * (1 + 0x1p-40); }
};

struct TwiceTheValue {
  __device__ static float fast(float x) { return 2 * x; }
  __device__ static double exact(float x) { return x; }
};

struct OneThird {
  __device__ static float fast(float x) { return x; }
  __device__ static double exact(float x) { return 3.0 * x; }
};

struct SpecialValues {  // selected by the argument
  __device__ static float fast(float x) { return x < 2 ? 0.0f : x < 3 ? 1.0f : x < 5 ? NAN : x < 6 ? 1.0f : INFINITY; }
  __device__ static double exact(float x) { return x < 3 ? 0.0 : x < 4 ? NAN : x < 5 ? 1.0 : x < 6 ? NAN : x < 7 ? INFINITY : 1e300; }
};

struct Exponential {
  __device__ static float fast(float x) { return __expf(x); }
  __device__ static double exact(float x) { return exp(static_cast<double>(x)); }
};
