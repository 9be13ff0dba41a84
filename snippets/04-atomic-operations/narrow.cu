// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 c2308bd05ef7928bf1fdd6abc20ea73285e3e732]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void increment(unsigned* count) {
  atomicAdd_block(count, 1u);  // finds: race
}

TEST_CASE("block scope promises nothing between two blocks") {
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  increment<<<2, 32>>>(count.data());
  weft::check(cudaGetLastError());
  CHECK(count.to_host()[0] >= 32);
}
