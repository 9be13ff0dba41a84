// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 be12c1d350ccdaef84ea032e30009b357b79e781]
#include <doctest/doctest.h>

__global__ void half_a_barrier(int* values) {
  __shared__ int shelf[256];
  if (threadIdx.x < 100) {
    shelf[threadIdx.x] = values[threadIdx.x];
    __syncthreads();  // finds: divergent-barrier
    values[threadIdx.x] = shelf[99 - threadIdx.x];
  }
}

TEST_CASE("threads 100 to 255 never reach the barrier") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 256 * sizeof(int)) == cudaSuccess);
  for (int i = 0; i < 256; ++i) values[i] = i;
  half_a_barrier<<<1, 256>>>(values);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
