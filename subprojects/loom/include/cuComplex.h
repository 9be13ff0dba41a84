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
#define LOOM_COMPLEX __host__ __device__ __attribute__((unused, always_inline)) static inline

namespace loom::complex {

// Scaled, so that the squares neither overflow nor vanish.
template <class Complex>
LOOM_COMPLEX Complex divide(Complex a, Complex b) {
  const auto scale = std::abs(b.x) + std::abs(b.y);
  const Complex p{a.x / scale, a.y / scale}, q{b.x / scale, b.y / scale};
  const auto square = q.x * q.x + q.y * q.y;
  return {(p.x * q.x + p.y * q.y) / square, (p.y * q.x - p.x * q.y) / square};
}

}  // namespace loom::complex

#define LOOM_COMPLEX_OPERATIONS(Complex, Real, make, f)                                                           \
  LOOM_COMPLEX Complex make(Real real, Real imaginary) { return {real, imaginary}; }                              \
  LOOM_COMPLEX Real cuCreal##f(Complex a) { return a.x; }                                                         \
  LOOM_COMPLEX Real cuCimag##f(Complex a) { return a.y; }                                                         \
  LOOM_COMPLEX Real cuCabs##f(Complex a) { return std::hypot(a.x, a.y); }                                         \
  LOOM_COMPLEX Complex cuConj##f(Complex a) { return {a.x, -a.y}; }                                               \
  LOOM_COMPLEX Complex cuCadd##f(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }                         \
  LOOM_COMPLEX Complex cuCsub##f(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }                         \
  LOOM_COMPLEX Complex cuCmul##f(Complex a, Complex b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; } \
  LOOM_COMPLEX Complex cuCdiv##f(Complex a, Complex b) { return loom::complex::divide(a, b); }                    \
  LOOM_COMPLEX Complex cuCfma##f(Complex a, Complex b, Complex c) { return cuCadd##f(cuCmul##f(a, b), c); }

LOOM_COMPLEX_OPERATIONS(cuFloatComplex, float, make_cuFloatComplex, f)
LOOM_COMPLEX_OPERATIONS(cuDoubleComplex, double, make_cuDoubleComplex, )

LOOM_COMPLEX cuComplex make_cuComplex(float real, float imaginary) { return {real, imaginary}; }
LOOM_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return {a.x, a.y}; }
LOOM_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}

#undef LOOM_COMPLEX_OPERATIONS
#undef LOOM_COMPLEX
