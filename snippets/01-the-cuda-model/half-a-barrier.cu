// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 55e8803f8e0a96c97b2b5b7e6eb2426406ab525b]
#include <doctest/doctest.h>

__global__ void reverse_the_first_hundred(int* values) {
  __shared__ int shelf[256];
  shelf[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 100) {
    __syncthreads();  // finds: divergent-barrier
    values[threadIdx.x] = shelf[99 - threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x == 0) values[255] = 0;
}

TEST_CASE("some threads wait at one barrier, the rest at another") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 256 * sizeof(int)) == cudaSuccess);
  for (int i = 0; i < 256; ++i) values[i] = i;
  reverse_the_first_hundred<<<1, 256>>>(values);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
