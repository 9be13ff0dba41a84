// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 a79d96ff7fd2fa0b73547dfc59722cb13706a3c3]
#include <cstdio>
#include <vector>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void pass_message(int* message, int* ready, int* received) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  if (blockIdx.x == 0) {
    *message = 42;  // a plain write
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    *received = *message;  // a plain read
  }
}

TEST_CASE("what was written before the release is read after the acquire") {
  weft::Buffer<int> cells(std::vector<int>{0, 0, 0});
  pass_message<<<2, 1>>>(cells.data(), cells.data() + 1, cells.data() + 2);
  weft::check(cudaGetLastError());
  CHECK(cells.to_host() == std::vector<int>{42, 1, 42});
  std::printf("received %d\n", cells.to_host()[2]);
}
