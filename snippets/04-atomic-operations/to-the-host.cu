// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 2973185751d99a17bdb410cab04f77c3d50790e9]
#include <atomic>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/check.cuh"
#include "common/owner.cuh"

__global__ void produce(int* data, int* ready) {
  *data = 42;
  __threadfence_system();
  const cuda::atomic_ref<int, cuda::thread_scope_system> flag(*ready);
  flag.store(1, cuda::memory_order_relaxed);
}

int consume(int* data, int* ready) {
  const std::atomic_ref<int> flag(*ready);
  while (flag.load() == 0 && cudaStreamQuery(nullptr) == cudaErrorNotReady) {
  }
  return *data;
}

TEST_CASE("the host reads the data of a kernel that has set its flag") {
  weft::Owner<int*, cudaFreeHost> owner;
  weft::check(cudaMallocHost(owner.out(), 2 * sizeof(int)));
  int* const data = owner;
  data[0] = data[1] = 0;
  produce<<<1, 1>>>(data, data + 1);
  weft::check(cudaGetLastError());
  CHECK(consume(data, data + 1) == 42);
  weft::check(cudaDeviceSynchronize());
}
