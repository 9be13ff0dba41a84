// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 d8b882ffcaa98c3a16539838255144d3a61eabad]
// Products of small matrices in the registers of a warp.
#pragma once

#include "common/async.cuh"

#include <cuda_bf16.h>

namespace weft {

using Bf16 = __nv_bfloat16;

template <>
struct TensorType<Bf16> {
  static constexpr auto value = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
};

// d += a b, for a 16 × 16 and a 16 × 8 matrix in the registers of a warp.
inline __device__ void mma(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if defined(__LOOM__) || __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

// Four matrices of 8 × 8: lane l passes the address of row l % 8 of matrix l / 8.
inline __device__ void load_matrices(unsigned (&to)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row)))
               : "memory");
}

// Where 16-byte piece `piece` of a row lies in a tile with rows of 128 bytes.
inline __host__ __device__ unsigned swizzled_piece(unsigned row, unsigned piece) {
  return row * 128 + (piece ^ row % 8) * 16;
}

}  // namespace weft
