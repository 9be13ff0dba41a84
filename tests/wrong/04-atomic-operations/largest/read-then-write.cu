// finds: race
#include "04-atomic-operations/largest.hpp"
__device__ inline float atomic_max(float* place, float value) {
  const float before = *place;
  if (value > before || (isnan(before) && !isnan(value))) *place = value;
  return before;
}
