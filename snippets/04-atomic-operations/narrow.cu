// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 f36824f0e257971dffdb11695eb4445853da268a]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_me(unsigned* count) {
  atomicAdd_block(count, 1u);  // finds: race
}

TEST_CASE("a block's own indivisibility means nothing to another block") {
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  count_me<<<2, 32>>>(count.data());
  weft::check(cudaGetLastError());
  CHECK(count.to_host()[0] >= 32);
}
