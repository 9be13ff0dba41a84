// Exercise "An atomic maximum for float": an atomic operation that CUDA does not have.
#include "04-atomic-operations/largest.hpp"

// Makes *place the larger of itself and `value`, indivisibly, and returns what was there before.
// NaN does not count as a number, and any number replaces it; minus zero is less than plus zero.
__device__ float atomic_max(float* place, float value) {
  float before = 0.0f;
  // your code begins
  const auto wins = [](float challenger, float holder) {
    if (isnan(challenger)) return false;
    if (isnan(holder) || challenger > holder) return true;
    return challenger == holder && signbit(holder) && !signbit(challenger);
  };
  auto* const bits = reinterpret_cast<unsigned*>(place);
  unsigned guess = 0;
  for (;;) {
    before = __uint_as_float(guess);
    const unsigned wanted = __float_as_uint(wins(value, before) ? value : before);
    const unsigned found = atomicCAS(bits, guess, wanted);
    if (found == guess) break;
    guess = found;
  }
  // your code ends
  return before;
}
