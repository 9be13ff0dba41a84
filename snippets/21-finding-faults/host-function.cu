// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 f991a8e0201d109f047b62dab774d8afd95f28cf]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

using Function = float (*)(float);

__host__ __device__ float twice(float x) { return 2 * x; }

__global__ void apply(Function function, float* x) {
  x[threadIdx.x] = function(x[threadIdx.x]);  // finds: out-of-bounds
}

TEST_CASE("the function is there twice, and the host has passed its own") {
  weft::Buffer<float> x(std::vector<float>(32, 1.0f));
  apply<<<1, 32>>>(twice, x.data());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
