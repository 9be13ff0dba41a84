// Exercise "Many small matrix products": one warp per product, and no shared memory.
#include <cuda_runtime.h>

#include <cstddef>

#include "25-matrix-product/small-products.hpp"

constexpr unsigned side = 16;

// Matrices of 16 × 16, by rows, one after the other: each of c is the product of its a and its b. A warp computes one product
// at a time. Any grid; blocks have a multiple of 32 threads.
__global__ void multiply_small(const float* a, const float* b, float* c, std::size_t count) {
  // your code begins
  // your code ends
}
