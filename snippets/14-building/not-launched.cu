// Tangled from chapters/14-building.md. Edit there. [sha1 7d7d0e001da77596cd6ead086485180a90d98572]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void __launch_bounds__(256) fill(float* x) { x[threadIdx.x] = 1; }

__global__ void twice(float* x) {
  x[threadIdx.x] *= 2;  // finds: uninitialised-read
}

TEST_CASE("512 threads, of a kernel that takes 256") {
  weft::Buffer<float> x(512);
  fill<<<1, 512>>>(x.data());
  twice<<<1, 512>>>(x.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
