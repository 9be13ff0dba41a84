// Exercise "An iteration without waits": Jacobi sweeps that the host starts and rarely looks at.
#include "22-finding-time/quiet-host.hpp"

#include <bit>
#include <utility>
#include <vector>

#include "common/buffer.cuh"

__host__ __device__ float next(float b, float west, float east) { return 0.25f * (b + (west + east)); }

// your code begins
// your code ends

// Sweeps 16 times, and again 16 times until the last of them has moved no unknown by more than `enough`. Returns the number of sweeps.
// b and x, in device memory, have n elements; x is the start and becomes the result.
unsigned relax(const float* b, float* x, unsigned n, float enough) {
  unsigned sweeps = 0;
  // your code begins
  // your code ends
  return sweeps;
}
