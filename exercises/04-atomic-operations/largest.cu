// Exercise "An atomic maximum for float": an atomic operation that CUDA does not have.
#include "04-atomic-operations/largest.hpp"

// Makes *place the larger of itself and `value`, indivisibly, and returns what was there before.
// NaN does not count as a number, and any number replaces it; minus zero is less than plus zero.
__device__ float atomic_max(float* place, float value) {
  float before = 0.0f;
  // your code begins
  // your code ends
  return before;
}
