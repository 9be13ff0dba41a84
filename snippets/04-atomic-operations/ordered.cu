// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 dec4b869de9f7783c76f6b7ae4acea959c315832]
#include <numeric>
#include <vector>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__device__ unsigned blocks_done;

__global__ void sum(const int* values, unsigned share, int* partial, int* total) {
  int mine = 0;
  for (unsigned i = 0; i < share; ++i) mine += values[blockIdx.x * share + i];
  partial[blockIdx.x] = mine;
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> tickets(blocks_done);
  if (tickets.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
    *total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) *total += partial[block];
  }
}

TEST_CASE("a ticket that acquires and releases needs no fence") {
  constexpr unsigned blocks = 37, share = 11;
  std::vector<int> numbers(blocks * share);
  std::iota(numbers.begin(), numbers.end(), 1);
  const weft::Buffer<int> values(numbers);
  weft::Buffer<int> partial(blocks), total(1);
  sum<<<blocks, 1>>>(values.data(), share, partial.data(), total.data());
  weft::check(cudaGetLastError());
  CHECK(total.to_host()[0] == 407 * 408 / 2);
}
