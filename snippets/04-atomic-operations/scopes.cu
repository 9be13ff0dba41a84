// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 f053af4bade37346eb1db4f20bb818838824e870]
#include <atomic>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/check.cuh"
#include "common/owner.cuh"

__global__ void add_on_device(unsigned* count, unsigned times) {
  for (unsigned i = 0; i < times; ++i) atomicAdd_system(count, 1u);
}

void add_on_host(unsigned& count, unsigned times) {
  std::atomic_ref<unsigned> shared(count);
  for (unsigned i = 0; i < times; ++i) shared.fetch_add(1);
}

TEST_CASE("host and device increment one managed counter, and no increment is lost") {
  int together = 0;
  weft::check(cudaDeviceGetAttribute(&together, cudaDevAttrConcurrentManagedAccess, 0));
  weft::Owner<unsigned*, cudaFree> owner;
  weft::check(cudaMallocManaged(owner.out(), sizeof(unsigned)));
  unsigned* const count = owner;
  *count = 0;
  add_on_device<<<4, 64>>>(count, 10);
  weft::check(cudaGetLastError());
  if (!together) weft::check(cudaDeviceSynchronize());
  add_on_host(*count, 1000);
  weft::check(cudaDeviceSynchronize());
  CHECK(*count == 4 * 64 * 10 + 1000);
  std::printf("%u in all\n", *count);
}

TEST_CASE("a counter in pinned host memory loses no increment of one device") {
  weft::Owner<unsigned*, cudaFreeHost> owner;
  weft::check(cudaMallocHost(owner.out(), sizeof(unsigned)));
  unsigned* const count = owner;
  *count = 0;
  add_on_device<<<4, 64>>>(count, 10);
  weft::check(cudaGetLastError());
  weft::check(cudaDeviceSynchronize());
  CHECK(*count == 4 * 64 * 10);
}
