// Exercise "A dot product from two textures": a dot product of vectors in arrays, in linear memory, or one of each.
#include <vector>

#include "08-constant-and-texture-memory/two-textures.hpp"
#include "common/texture.cuh"
#include "common/timer.cuh"

// Element i of a vector that is stored there.
template <In where>
__device__ float element(cudaTextureObject_t texture, int i) {
  // your code begins
  // your code ends
  return 0;
}

// Adds to *sum the products of n elements.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
template <In first, In second>
__global__ void add_products(cudaTextureObject_t a, cudaTextureObject_t b, int n, double* sum) {
  // your code begins
  // your code ends
}

// The dot product of two vectors of the same length, from 1 to 131,072.
template <In first, In second>
Dot dot(const std::vector<float>& a, const std::vector<float>& b) {
  Dot result{0, 0};
  // your code begins
  // your code ends
  return result;
}
