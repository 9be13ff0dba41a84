// Tangled from chapters/16-scan.md. Edit there. [sha1 3f1e625f18866b56778786397042ab1a2a28bb2f]
#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/scan.cuh"

__global__ void running_sums(const int* x, int* sums, unsigned* done, unsigned* tickets) {
  const unsigned number = weft::take_ticket(tickets);
  if (threadIdx.x > 0) return;
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> tiles_done(*done);
  while (tiles_done.load(cuda::memory_order_relaxed) != number) {
  }
  const int before = number > 0 ? sums[number - 1] : 0;  // finds: race
  sums[number] = before + x[number];
  tiles_done.store(number + 1, cuda::memory_order_relaxed);
}

TEST_CASE("value and flag published without an order") {
  const weft::Buffer<int> x(std::vector<int>(50, 1));
  weft::Buffer<int> sums(50);
  weft::Buffer<unsigned> counters(std::vector<unsigned>{0, 0});
  running_sums<<<50, 32>>>(x.data(), sums.data(), counters.data(), counters.data() + 1);
  weft::check(cudaDeviceSynchronize());
}
