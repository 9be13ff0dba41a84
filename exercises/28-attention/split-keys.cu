// Exercise "Keys divided among blocks": one query per head, many keys.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "28-attention/split-keys.hpp"
#include "common/softmax.cuh"

constexpr unsigned d = 64;

// your code begins
// your code ends

std::size_t space_for(unsigned heads, unsigned keys) {
  std::size_t floats = 0;
  // your code begins
  // your code ends
  return floats;
}

// o = softmax(q kᵀ / √d) v for each head: one row of q and o, `keys` rows of k and v. All are in device memory.
void attend_one(const float* q, const float* k, const float* v, float* o, unsigned heads, unsigned keys, float* space) {
  // your code begins
  // your code ends
}
