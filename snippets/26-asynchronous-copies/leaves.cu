// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 4dc975ebb433f59f5778fa2d29d604a43eea8c6c]
#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

// load_tile_to of the header, with the instruction in this file.
__device__ void load_to_both(void* to, const CUtensorMap& map, weft::Mbarrier& barrier) {
  asm volatile(  // finds: race
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
      ".multicast::cluster [%0], [%1, {0, 0}], [%2], 3;" ::"r"(weft::shared_address(to)),
      "l"(&map), "r"(barrier.address())
      : "memory");
}

__global__ void __cluster_dims__(2) share(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float tile[32 * 32];
  __shared__ weft::Mbarrier arrived;
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof tile);
  }
  cluster.sync();
  if (cluster.block_rank() > 0) return;  // without waiting for its tile
  if (threadIdx.x == 0) load_to_both(tile, map, arrived);
  arrived.wait(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

TEST_CASE("the second block ends while its tile arrives") {
  const weft::Buffer<float> in(std::vector<float>(32 * 32, 1.0f));
  weft::Buffer<float> out(64);
  share<<<2, 64>>>(weft::make_map(in.data(), {32, 32}, {32, 32}), out.data());
  cudaDeviceSynchronize();  // an error on a GPU
}
