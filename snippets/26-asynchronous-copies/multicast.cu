// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 74b006039daf99debfd41b5a8ae9cbf55a7c0fb0]
#include <cstdio>

#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

namespace cg = cooperative_groups;
constexpr unsigned blocks = 4, side = 32;

// Every block of the cluster gets the same box, copied by its first block or by each for itself.
template <bool multicast>
__global__ void __cluster_dims__(blocks) share(const __grid_constant__ CUtensorMap map, float* out) {
  __shared__ alignas(128) float tile[side * side];
  __shared__ weft::Mbarrier arrived;
  const cg::cluster_group cluster = cg::this_cluster();
  const int y = static_cast<int>(blockIdx.x / blocks * side);
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof tile);
    if (!multicast) weft::load_tile(tile, map, 0, y, arrived);
  }
  cluster.sync();  // all barriers of the cluster are initialised
  if (multicast && cluster.block_rank() == 0 && threadIdx.x == 0)
    weft::load_tile_to((1u << blocks) - 1, tile, map, 0, y, arrived);
  arrived.wait(0);
  for (unsigned i = threadIdx.x; i < side * side; i += blockDim.x)
    out[blockIdx.x * side * side + i] = tile[i];
}

template <bool multicast>
void expect_shared() {
  constexpr unsigned clusters = 64, size = side * side;
  std::vector<float> values(clusters * size);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const weft::Buffer<float> in(values);
  weft::Buffer<float> out(blocks * values.size());
  const CUtensorMap map = weft::make_map(in.data(), {side, clusters * side}, {side, side});
  share<multicast><<<clusters * blocks, 64>>>(map, out.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = out.to_host();
  unsigned right = 0;
  for (unsigned i = 0; i < found.size(); ++i)
    right += found[i] == values[i / (blocks * size) * size + i % size];
  CHECK(right == found.size());
  std::printf("%s: %u of %zu right\n", multicast ? "one copy for four blocks" : "four copies", right,
              found.size());
}

TEST_CASE("four blocks get the same box, by one copy or by four") {
  expect_shared<true>();
  expect_shared<false>();
}
