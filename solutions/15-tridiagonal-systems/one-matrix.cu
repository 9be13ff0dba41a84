// Exercise "One tridiagonal matrix, many right-hand sides": factor once, then solve without a division.
#include "15-tridiagonal-systems/one-matrix.hpp"
#include "common/tridiagonal.cuh"

// The part that does not depend on the right-hand side: c'(i) and the reciprocals r(i) of the divisors.
// a[0] and c[n - 1] may be NaN; c_left[n - 1] is 0. Launched with a single thread.
__global__ void factor(const float* a, const float* b, const float* c, std::size_t n, float* c_left, float* r) {
  // your code begins
  for (std::size_t i = 0; i < n; ++i) {
    r[i] = 1 / (i == 0 ? b[0] : b[i] - a[i] * c_left[i - 1]);
    c_left[i] = i + 1 < n ? c[i] * r[i] : 0.0f;
  }
  // your code ends
}

// Solves `count` systems with that matrix, in interleaved layout, with one thread per system. d and x may be the same array.
// Each d is loaded once, and each x loaded once and stored twice.
__global__ void solve_all(const float* a, const float* c_left, const float* r, std::size_t n, std::size_t count,
                          const float* d, float* x) {
  // your code begins
  const std::size_t s = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (s >= count) return;
  float last = 0.0f;
  for (std::size_t i = 0; i < n; ++i) {
    last = (i == 0 ? d[s] : d[i * count + s] - a[i] * last) * r[i];
    x[i * count + s] = last;
  }
  last = 0.0f;
  for (std::size_t i = n; i-- > 0;) {
    last = x[i * count + s] - c_left[i] * last;
    x[i * count + s] = last;
  }
  // your code ends
}
