// Exercise "From columns": both factors by rows.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstddef>

#include "27-tensor-cores/from-columns.hpp"
#include "common/tensor-core.cuh"

// Each of c, 16 × 8, is the product of its a, 16 × 16, and its b, 16 × 8; all are by rows, one after the other. A warp computes one product at a
// time. Any grid; blocks have a multiple of 32 threads, at most 256.
__global__ void multiply_from_rows(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, std::size_t count) {
  // your code begins
  // your code ends
}
