// Tangled from chapters/16-scan.md. Edit there. [sha1 582fd91a34275effac0d3fcdd1b4455a58c9682a]
#include <cstdio>
#include <cstdlib>

#include <cuda/atomic>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void running_sums(const int* x, int* sums, unsigned* done) {
  if (threadIdx.x > 0) return;
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> blocks_done(*done);
  while (blocks_done.load(cuda::memory_order_acquire) != blockIdx.x) {
  }
  sums[blockIdx.x] = x[blockIdx.x] + (blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0);
  blocks_done.store(blockIdx.x + 1, cuda::memory_order_release);
}

#ifdef __LOOM__
// Before the first launch: the last block starts first, and a thread that waits in vain gives up soon.
const int asked = setenv("LOOM_BLOCK_ORDER", "reversed", 1) + setenv("LOOM_TIMEOUT", "2", 1);

TEST_CASE("any order works if all blocks fit; with one block too many it hangs") {
  constexpr int much = 120 << 10;  // of shared memory
  weft::check(cudaFuncSetAttribute(running_sums, cudaFuncAttributeMaxDynamicSharedMemorySize, much));
  for (const int blocks : {8, 133}) {
    const weft::Buffer<int> x(std::vector<int>(blocks, 1));
    weft::Buffer<int> sums(blocks);
    weft::Buffer<unsigned> done(std::vector<unsigned>{0});
    running_sums<<<blocks, 32, much>>>(x.data(), sums.data(), done.data());
    const cudaError_t error = cudaDeviceSynchronize();
    CHECK(error == (blocks == 8 ? cudaSuccess : cudaErrorLaunchTimeout));
    if (error == cudaSuccess) CHECK(sums.to_host()[blocks - 1] == blocks);
    std::printf("%d blocks: %s\n", blocks, cudaGetErrorName(error));
  }
  cudaDeviceReset();
}
#endif
