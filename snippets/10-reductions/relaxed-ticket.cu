// Tangled from chapters/10-reductions.md. Edit there. [sha1 2ce33c5b2e6706bba39c4e5fef107ecea15197a4]
#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_blocks(int* values, unsigned* tickets, int* result) {
  if (threadIdx.x == 0) {
    values[blockIdx.x] = 1;  // finds: race
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*tickets);
    if (counter.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) {
      int sum = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) sum += values[b];  // finds: race
      *result = sum;
    }
  }
}

TEST_CASE("relaxed tickets do not order the values of other blocks") {
  weft::Buffer<int> values(16), result(std::vector<int>{0});
  weft::Buffer<unsigned> tickets(std::vector<unsigned>{0});
  count_blocks<<<16, 32>>>(values.data(), tickets.data(), result.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(result.to_host()[0] <= 16);
}
