// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 2705265a9eb9d082e5c2a5f3639a5189852fffe1]
#include <cstdio>

#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

namespace cg = cooperative_groups;
constexpr unsigned blocks = 4, threads = 64;

// Each cluster adds up 256 numbers. Each of its blocks stores the sum of all.
__global__ void __cluster_dims__(blocks) add_up(const int* in, int* totals) {
  __shared__ int of_block;
  const cg::cluster_group cluster = cg::this_cluster();
  const int of_warp = __reduce_add_sync(~0u, in[blockIdx.x * threads + threadIdx.x]);
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) atomicAdd(&of_block, of_warp);
  cluster.sync();  // all blocks have their sums
  if (threadIdx.x == 0) {
    int total = 0;
    for (unsigned rank = 0; rank < blocks; ++rank) total += *cluster.map_shared_rank(&of_block, rank);
    totals[blockIdx.x] = total;
  }
  cluster.sync();  // no block ends while another may still read its sum
}

TEST_CASE("each block of a cluster knows the sum of all four") {
  constexpr unsigned clusters = 3, count = clusters * blocks * threads;
  std::vector<int> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = static_cast<int>(i * i % 101);
  const weft::Buffer<int> in(values);
  weft::Buffer<int> totals(clusters * blocks);
  add_up<<<clusters * blocks, threads>>>(in.data(), totals.data());
  weft::check(cudaGetLastError());
  const std::vector<int> found = totals.to_host();
  for (unsigned block = 0; block < clusters * blocks; ++block) {
    int sum = 0;
    for (unsigned i = 0; i < blocks * threads; ++i) sum += values[block / blocks * blocks * threads + i];
    CHECK(found[block] == sum);
  }
  std::printf("%d %d %d\n", found[0], found[blocks], found[2 * blocks]);
}
