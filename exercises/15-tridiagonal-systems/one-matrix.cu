// Exercise "One tridiagonal matrix, many right-hand sides": factor once, then solve without a division.
#include "15-tridiagonal-systems/one-matrix.hpp"
#include "common/tridiagonal.cuh"

// The part that does not depend on the right-hand side: c'(i) and the reciprocals r(i) of the divisors.
// a[0] and c[n - 1] may be NaN; c_left[n - 1] is 0. Launched with a single thread.
__global__ void factor(const float* a, const float* b, const float* c, std::size_t n, float* c_left, float* r) {
  // your code begins
  // your code ends
}

// Solves `count` systems with that matrix, in interleaved layout, with one thread per system. d and x may be the same array.
// Each d is loaded once, and each x loaded once and stored twice.
__global__ void solve_all(const float* a, const float* c_left, const float* r, std::size_t n, std::size_t count,
                          const float* d, float* x) {
  // your code begins
  // your code ends
}
