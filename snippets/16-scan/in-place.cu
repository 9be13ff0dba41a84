// Tangled from chapters/16-scan.md. Edit there. [sha1 cf6f0a4b7461e472885b80c3b12da75696b09fe0]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void running_sums(int* x) {
  __shared__ int all[64];
  all[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (unsigned distance = 1; distance < 64; distance *= 2) {
    if (threadIdx.x >= distance) all[threadIdx.x] += all[threadIdx.x - distance];  // finds: race
    __syncthreads();
  }
  x[threadIdx.x] = all[threadIdx.x];
}

TEST_CASE("one thread overwrites what another has yet to read") {
  weft::Buffer<int> x(std::vector<int>(64, 1));
  running_sums<<<1, 64>>>(x.data());
  weft::check(cudaDeviceSynchronize());
}
