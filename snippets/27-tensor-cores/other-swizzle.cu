// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 d7767640667c341a42acb7ccea6a1701483c1fff]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/warpgroup.cuh"

static const weft::NeedsHopper hopper;

__global__ void mistake_swizzle(const __grid_constant__ CUtensorMap map, float* out) {
#ifdef WEFT_HOPPER
  __shared__ __align__(1024) unsigned char tile[64 * 128];
  __shared__ weft::Mbarrier full;
  if (threadIdx.x == 0) {
    full.init(1);
    weft::publish_barriers();
    full.arrive_expecting(sizeof tile);
    weft::load_tile(tile, map, 0, 0, full);
  }
  __syncthreads();
  full.wait(0);
  const std::uint64_t other = weft::describe(tile) ^ std::uint64_t{3} << 62;  // 2, 64 bytes, for 1
  float d[4] = {};
  weft::begin_products();
  asm volatile(  // finds: wrong-swizzle
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(other));
  weft::commit_products();
  weft::wait_for_products<0>();
  out[threadIdx.x] = d[0];
#endif
}

TEST_CASE("the descriptor has another swizzle than the tensor map") {
  const weft::Buffer<weft::Bf16> ones(std::vector<weft::Bf16>(64 * 64, __float2bfloat16(1)));
  weft::Buffer<float> out(128);
  const CUtensorMap map = weft::make_map(ones.data(), {std::size_t{64}, std::size_t{64}}, {64u, 64u},
                                         CU_TENSOR_MAP_SWIZZLE_128B);
  mistake_swizzle<<<1, 128>>>(map, out.data());
  weft::check(cudaDeviceSynchronize());
}
