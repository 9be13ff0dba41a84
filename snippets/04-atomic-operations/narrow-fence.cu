// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 99e3837472415937a93a30a2506aa3119d53235e]
#include <doctest/doctest.h>

__device__ unsigned blocks_done;

__global__ void count_the_blocks(int* partial, int* total) {
  partial[blockIdx.x] = 1;  // finds: race
  __threadfence_block();
  if (atomicAdd(&blocks_done, 1u) == gridDim.x - 1) {
    __threadfence_block();
    *total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
      *total += partial[block];  // finds: race
    }
  }
}

TEST_CASE("a fence of block scope orders nothing for another block") {
  constexpr unsigned blocks = 37;
  int* partial = nullptr;
  REQUIRE(cudaMallocManaged(&partial, (blocks + 1) * sizeof(int)) == cudaSuccess);
  count_the_blocks<<<blocks, 1>>>(partial, partial + blocks);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(partial) == cudaSuccess);
}
