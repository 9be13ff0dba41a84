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
  __shared__ uint4 tiles[8][48];  // of each warp: 32 pieces of a, 16 of b
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
  uint4* const mine = tiles[threadIdx.x / 32];
  const auto shared = [](const void* at) { return static_cast<unsigned>(__cvta_generic_to_shared(at)); };
  for (std::size_t p = blockIdx.x * warps + threadIdx.x / 32; p < count; p += gridDim.x * warps) {
    mine[lane] = reinterpret_cast<const uint4*>(a + p * 256)[lane];
    if (lane < 16) mine[32 + lane] = reinterpret_cast<const uint4*>(b + p * 128)[lane];
    __syncwarp();
    unsigned of_a[4], of_b[2];
    weft::load_matrices(of_a, mine + lane % 16 * 2 + lane / 16);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(of_b[0]), "=r"(of_b[1])
                 : "r"(shared(mine + 32 + lane % 16))
                 : "memory");
    __syncwarp();
    float sums[4] = {};
    weft::mma(sums, of_a, of_b);
    float* const to = c + p * 128 + lane / 4 * 8 + lane % 4 * 2;
    *reinterpret_cast<float2*>(to) = {sums[0], sums[1]};
    *reinterpret_cast<float2*>(to + 64) = {sums[2], sums[3]};
  }
  // your code ends
}
