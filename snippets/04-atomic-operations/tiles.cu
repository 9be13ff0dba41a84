// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 57759368a0fed003b7ebd75ce22cd72b46287323]
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

namespace cg = cooperative_groups;

// Counts the positive values, with one atomic operation per tile.
template <unsigned size>
__global__ void count_by_tile(const int* values, unsigned n, unsigned* count) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<size>(block);
  const unsigned i = blockIdx.x * block.size() + block.thread_rank();
  const unsigned mine = i < n && values[i] > 0;
  const unsigned of_tile = cg::reduce(tile, mine, cg::plus<unsigned>());
  if (tile.thread_rank() == 0) atomicAdd(count, of_tile);
}

struct Ranks {
  unsigned in_block, block_size, in_tile, tile, tiles, in_warp_function;
};

__global__ void note_ranks(Ranks* ranks) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  ranks[i] = {block.thread_rank(),    block.size(),           tile.thread_rank(),
              tile.meta_group_rank(), tile.meta_group_size(), tile.shfl(i, 3)};
}

TEST_CASE("tiles of any size count the same") {
  constexpr unsigned n = 1000;
  std::vector<int> numbers(n);
  for (unsigned i = 0; i < n; ++i) numbers[i] = static_cast<int>(i % 3) - 1;  // every third is positive
  const weft::Buffer<int> values(numbers);
  for (const auto kernel : {count_by_tile<4>, count_by_tile<16>, count_by_tile<32>}) {
    weft::Buffer<unsigned> count(std::vector<unsigned>{0});
    kernel<<<8, 128>>>(values.data(), n, count.data());
    weft::check(cudaGetLastError());
    CHECK(count.to_host()[0] == n / 3);
  }
}

TEST_CASE("ranks count x first in the block, and the lanes of a tile from zero") {
  weft::Buffer<Ranks> ranks(80);
  note_ranks<<<1, dim3(5, 4, 4)>>>(ranks.data());
  weft::check(cudaGetLastError());
  const std::vector<Ranks> found = ranks.to_host();
  for (unsigned i = 0; i < 80; ++i) {
    CAPTURE(i);
    CHECK(found[i].in_block == i);
    CHECK(found[i].block_size == 80);
    CHECK(found[i].in_tile == i % 8);
    CHECK(found[i].tile == i / 8);
    CHECK(found[i].tiles == 10);
    CHECK(found[i].in_warp_function == i / 8 * 8 + 3);
  }
}
