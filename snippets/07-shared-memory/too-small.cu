// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 237d8934b7b19d5e1a64f2af699d19354bc898a1]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void reverse(int* values) {
  extern __shared__ int copies[];
  copies[threadIdx.x] = values[threadIdx.x];  // finds: out-of-bounds
  __syncthreads();
  values[threadIdx.x] = copies[63 - threadIdx.x];
}

TEST_CASE("64 bytes cannot hold 64 integers") {
  weft::Buffer<int> values(std::vector<int>(64, 1));
  reverse<<<1, 64, 64>>>(values.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
