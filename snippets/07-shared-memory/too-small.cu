// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 476cad924b4be4df20f0eb4e628c8e7f2f822a81]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void reverse(int* values) {
  extern __shared__ int copies[];
  copies[threadIdx.x] = values[threadIdx.x];  // finds: out-of-bounds
  __syncthreads();
  values[threadIdx.x] = copies[63 - threadIdx.x];
}

TEST_CASE("64 bytes are too few for 64 integers") {
  weft::Buffer<int> values(std::vector<int>(64, 1));
  reverse<<<1, 64, 64>>>(values.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
