// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 5a07c8a5fd35d5c30b16da1abd441c1dab57c10f]
#include <doctest/doctest.h>

__global__ void reverse_the_first_hundred(int* values) {
  __shared__ int copies[256];
  copies[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x < 100) {
    __syncthreads();  // finds: divergent-barrier
    values[threadIdx.x] = copies[99 - threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x == 0) values[255] = 0;
}

TEST_CASE("some threads wait at one barrier, the rest at another") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 256 * sizeof(int)) == cudaSuccess);
  for (int i = 0; i < 256; ++i) values[i] = i;
  reverse_the_first_hundred<<<1, 256>>>(values);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
