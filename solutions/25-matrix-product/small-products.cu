// Exercise "Many small matrix products": one warp per product, and no shared memory.
#include <cuda_runtime.h>

#include <cstddef>

#include "25-matrix-product/small-products.hpp"

constexpr unsigned side = 16;

// Matrices of 16 × 16, by rows, one after the other: each of c is the product of its a and its b. A warp computes one product
// at a time. Any grid; blocks have a multiple of 32 threads.
__global__ void multiply_small(const float* a, const float* b, float* c, std::size_t count) {
  // your code begins
  constexpr unsigned all = side * side, each = all / 32;
  const unsigned lane = threadIdx.x % 32;
  const unsigned warps = blockDim.x / 32;  // of a block
  for (std::size_t p = blockIdx.x * warps + threadIdx.x / 32; p < count; p += gridDim.x * warps) {
    float of_a[each], of_b[each], sums[each] = {};  // element i is in row 2 i, and in row 2 i + 1 for lanes 16 to 31
    for (unsigned i = 0; i < each; ++i) of_a[i] = a[p * all + i * 32 + lane];
    for (unsigned i = 0; i < each; ++i) of_b[i] = b[p * all + i * 32 + lane];
    for (unsigned k = 0; k < side; ++k) {
      const float factor = __shfl_sync(0xffffffffu, of_b[k / 2], k % 2 * side + lane % side);
      for (unsigned i = 0; i < each; ++i)
        sums[i] += __shfl_sync(0xffffffffu, of_a[i], lane / side * side + k) * factor;
    }
    for (unsigned i = 0; i < each; ++i) c[p * all + i * 32 + lane] = sums[i];
  }
  // your code ends
}
