// Exercise "The gradient of the weights": c = aᵀ b.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cstddef>

#include "27-tensor-cores/gradient.hpp"
#include "common/tensor-core.cuh"

// your code begins
constexpr unsigned side = 64, depth = 32;

__device__ void copy_tile(unsigned char* to, const __nv_bfloat16* from, unsigned first, unsigned width, unsigned k0, unsigned k) {
  for (unsigned i = threadIdx.x; i < depth * 8; i += 128) {
    const unsigned row = i / 8, column = first + i % 8 * 8;
    uint4 piece{};
    if (k0 + row < k && column < width)
      piece = *reinterpret_cast<const uint4*>(from + (k0 + row) * std::size_t{width} + column);
    *reinterpret_cast<uint4*>(to + weft::swizzled_piece(row, i % 8)) = piece;
  }
}

__device__ void load_turned(unsigned (&to)[4], const unsigned char* tile, unsigned row, unsigned piece) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(tile + weft::swizzled_piece(row, piece))))
               : "memory");
}
// your code ends

// The grid: how many tiles there are along n, and along m.
dim3 blocks_for(unsigned m, unsigned n) {
  dim3 blocks(1, 1);
  // your code begins
  blocks = dim3((n + side - 1) / side, (m + side - 1) / side);
  // your code ends
  return blocks;
}

// The threads of a block.
unsigned threads() {
  unsigned count = 32;
  // your code begins
  count = 128;
  // your code ends
  return count;
}

// c = aᵀ b: a is k × m, b is k × n, c is m × n, all by rows; m and n are multiples of 8.
__global__ void multiply_turned(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, unsigned m, unsigned n, unsigned k) {
  // your code begins
  __shared__ __align__(128) unsigned char tile_a[depth * 128], tile_b[depth * 128];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned top = blockIdx.y * side, left = blockIdx.x * side, row = warp / 2 * 32, column = warp % 2 * 32;
  float sums[2][4][4] = {};
  for (unsigned k0 = 0; k0 < k; k0 += depth) {
    copy_tile(tile_a, a, top, m, k0, k);
    copy_tile(tile_b, b, left, n, k0, k);
    __syncthreads();
    for (unsigned step = 0; step < depth; step += 16) {
      unsigned of_a[2][4], of_b[2][4];
      for (unsigned i = 0; i < 2; ++i)
        load_turned(of_a[i], tile_a, step + lane / 16 * 8 + lane % 8, (row + 16 * i) / 8 + lane / 8 % 2);
      for (unsigned j = 0; j < 2; ++j)
        load_turned(of_b[j], tile_b, step + lane / 8 % 2 * 8 + lane % 8, (column + 16 * j) / 8 + lane / 16);
      for (unsigned i = 0; i < 2; ++i)
        for (unsigned j = 0; j < 4; ++j)
          weft::mma(sums[i][j], of_a[i], {of_b[j / 2][j % 2 * 2], of_b[j / 2][j % 2 * 2 + 1]});
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned j = 0; j < 4; ++j)
      for (unsigned half = 0; half < 2; ++half) {
        const unsigned y = top + row + 16 * i + 8 * half + lane / 4, x = left + column + 8 * j + lane % 4 * 2;
        if (y < m && x < n)
          *reinterpret_cast<float2*>(c + y * std::size_t{n} + x) = {sums[i][j][2 * half], sums[i][j][2 * half + 1]};
      }
  // your code ends
}
