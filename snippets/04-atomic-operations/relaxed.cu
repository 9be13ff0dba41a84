// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 60076aaf90cd50ac04985bb756bde693b2cfd883]
#include <vector>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_the_blocks(unsigned* blocks_done, int* partial, int* total) {
  partial[blockIdx.x] = 1;  // finds: race
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> tickets(*blocks_done);
  if (tickets.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) {
    *total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
      *total += partial[block];  // finds: race
    }
  }
}

TEST_CASE("a relaxed ticket orders nothing but itself") {
  weft::Buffer<unsigned> blocks_done(std::vector<unsigned>{0});
  weft::Buffer<int> partial(37), total(1);
  count_the_blocks<<<37, 1>>>(blocks_done.data(), partial.data(), total.data());
  weft::check(cudaGetLastError());
  CHECK(blocks_done.to_host()[0] == 37);
}
