// Complex numbers as CUDA's libraries pass them: small vectors with the real part in x and the imaginary one in y.
#pragma once
#define CU_COMPLEX_H_   // programs ask by this name whether the header is included

#include <cmath>

#include "vector_functions.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// One set of operations, spelt twice: CUDA's names end in f for single precision. Always inlined, as in vector_types.h.
#define LOOM_COMPLEX __host__ __device__ [[maybe_unused]] __attribute__((always_inline)) static inline

namespace loom::complex {

// Scaled, so that the squares neither overflow nor vanish.
template <class C>
LOOM_COMPLEX C divide(C a, C b) {
  const auto scale = std::abs(b.x) + std::abs(b.y);
  const C p{a.x / scale, a.y / scale}, q{b.x / scale, b.y / scale};
  const auto square = q.x * q.x + q.y * q.y;
  return {(p.x * q.x + p.y * q.y) / square, (p.y * q.x - p.x * q.y) / square};
}

}  // namespace loom::complex

#define LOOM_COMPLEX_OPERATIONS(C, R, make, f)                                                     \
  LOOM_COMPLEX C make(R real, R imaginary) { return {real, imaginary}; }                           \
  LOOM_COMPLEX R cuCreal##f(C a) { return a.x; }                                                   \
  LOOM_COMPLEX R cuCimag##f(C a) { return a.y; }                                                   \
  LOOM_COMPLEX R cuCabs##f(C a) { return std::hypot(a.x, a.y); }                                   \
  LOOM_COMPLEX C cuConj##f(C a) { return {a.x, -a.y}; }                                            \
  LOOM_COMPLEX C cuCadd##f(C a, C b) { return {a.x + b.x, a.y + b.y}; }                            \
  LOOM_COMPLEX C cuCsub##f(C a, C b) { return {a.x - b.x, a.y - b.y}; }                            \
  LOOM_COMPLEX C cuCmul##f(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }    \
  LOOM_COMPLEX C cuCdiv##f(C a, C b) { return loom::complex::divide(a, b); }                       \
  LOOM_COMPLEX C cuCfma##f(C a, C b, C c) { return cuCadd##f(cuCmul##f(a, b), c); }

LOOM_COMPLEX_OPERATIONS(cuFloatComplex, float, make_cuFloatComplex, f)
LOOM_COMPLEX_OPERATIONS(cuDoubleComplex, double, make_cuDoubleComplex, )

LOOM_COMPLEX cuComplex make_cuComplex(float real, float imaginary) { return {real, imaginary}; }
LOOM_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
LOOM_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}

#undef LOOM_COMPLEX_OPERATIONS
#undef LOOM_COMPLEX
