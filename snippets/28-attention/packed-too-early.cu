// Tangled from chapters/28-attention.md. Edit there. [sha1 9c2d21702becc79d3780fbe30775ed058e570119]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/warpgroup.cuh"

static const weft::NeedsHopper hopper;

// d += a b for 64 × 8 sums. b has 16 rows of 8 elements, each of 16 bytes, without a swizzle.
__device__ void product_from_registers(float (&d)[4], const unsigned (&a)[4], const void* b) {
  const std::uint64_t at = (weft::shared_address(b) & 0x3ffff) >> 4;
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1, 1, 1, 1;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
        "l"(at | std::uint64_t{128 >> 4} << 16 | std::uint64_t{128 >> 4} << 32));
}

__global__ void pack_too_early(const unsigned* powers, float* out) {
#ifdef WEFT_HOPPER
  __shared__ alignas(128) unsigned values[16 * 4];
  if (threadIdx.x < 64) values[threadIdx.x] = 0x3f803f80;  // ones
  weft::fence_async();
  __syncthreads();
  float sums[4] = {};
  unsigned a[4];
  for (int i = 0; i < 4; ++i) a[i] = powers[i];
  weft::begin_products();
  product_from_registers(sums, a, values);
  weft::commit_products();
  for (int i = 0; i < 4; ++i) a[i] = powers[4 + i];  // finds: race
  weft::wait_for_products<0>();
  weft::begin_products();
  product_from_registers(sums, a, values);
  weft::commit_products();
  weft::wait_for_products<0>();
  out[threadIdx.x] = sums[0];
#endif
}

TEST_CASE("the operands of the next product are packed while this one reads them") {
  const weft::Buffer<unsigned> powers(std::vector<unsigned>(8, 0x3f803f80));
  weft::Buffer<float> out(128);
  pack_too_early<<<1, 128>>>(powers.data(), out.data());
  weft::check(cudaDeviceSynchronize());
}
