// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 52d8f160dbeba3c42dbebe152137878dffb68b55]
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
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
