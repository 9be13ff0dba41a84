// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 821bc7eaebc2b203bdc198306db39dfc856df709]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/warpgroup.cuh"

static const weft::NeedsHopper hopper;

// d += a bᵀ for 64 × 8 sums: rows of 32 bytes in pieces of 8 rows × 16 bytes, without a swizzle.
__device__ void small_wgmma(float (&d)[4], std::uint64_t a, std::uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b));
}

// Of a matrix in pieces of 8 rows × 16 bytes: the two pieces of a row are 128 bytes apart, and so on.
__device__ std::uint64_t describe_pieces(const void* matrix) {
  const std::uint64_t address = (weft::shared_address(matrix) & 0x3ffff) >> 4;
  return address | std::uint64_t{128 >> 4} << 16 | std::uint64_t{256 >> 4} << 32;
}

extern __shared__ __align__(1024) unsigned char tile[];
constexpr unsigned tile_bytes = 64 * 32;

__global__ void leave_out_fence(float* out) {
#ifdef WEFT_HOPPER
  for (unsigned i = threadIdx.x; i < tile_bytes / 4; i += blockDim.x)
    reinterpret_cast<unsigned*>(tile)[i] = 0x3f803f80;  // finds: race
  __syncthreads();                                      // weft::fence_async() is missing before it
  float d[4] = {};
  weft::begin_products();
  small_wgmma(d, describe_pieces(tile), describe_pieces(tile));
  weft::commit_products();
  weft::wait_for_products<0>();
  out[threadIdx.x] = d[0];
#endif
}

TEST_CASE("threads write an operand, and no fence makes it visible to wgmma") {
  weft::Buffer<float> out(128);
  leave_out_fence<<<1, 128, tile_bytes>>>(out.data());
  weft::check(cudaDeviceSynchronize());
}
