// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 221585be25c9ba90bee7fc50e5cae1f4e4d264c7]
#include <vector>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void pass_message(int* message, int* ready, int* received) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  if (blockIdx.x == 0) {
    *message = 42;
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    *received = *message;  // finds: race
  }
}

TEST_CASE("a relaxed flag orders nothing but itself") {
  weft::Buffer<int> cells(std::vector<int>{0, 0, 0});
  pass_message<<<2, 1>>>(cells.data(), cells.data() + 1, cells.data() + 2);
  weft::check(cudaGetLastError());
  CHECK(cells.to_host()[1] == 1);
}
