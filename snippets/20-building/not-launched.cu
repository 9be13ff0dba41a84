// Tangled from chapters/20-building.md. Edit there. [sha1 0082cc7f92d9dd0dab424b62618a6df46c201186]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void __launch_bounds__(256) fill(float* x) { x[threadIdx.x] = 1; }

__global__ void twice(float* x) {
  x[threadIdx.x] *= 2;  // finds: uninitialised-read
}

TEST_CASE("512 threads for a kernel bounded to 256") {
  weft::Buffer<float> x(512);
  fill<<<1, 512>>>(x.data());
  twice<<<1, 512>>>(x.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
