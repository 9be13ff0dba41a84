// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 39916ff5bbd7c2025352a2d5cfa2ea3f6fcef07f]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void reverse(int* values) {
  extern __shared__ int shelf[];
  shelf[threadIdx.x] = values[threadIdx.x];  // finds: out-of-bounds
  __syncthreads();
  values[threadIdx.x] = shelf[63 - threadIdx.x];
}

TEST_CASE("64 bytes are not room for 64 integers") {
  weft::Buffer<int> values(std::vector<int>(64, 1));
  reverse<<<1, 64, 64>>>(values.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
