// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 7ed6a262e37f42fc317207311e28a1755eac1be3]
#include <doctest/doctest.h>

__device__ unsigned blocks_done;

__global__ void count_the_blocks(int* partial, int* total) {
  partial[blockIdx.x] = 1;  // finds: race
  if (atomicAdd(&blocks_done, 1u) == gridDim.x - 1) {
    *total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) {
      *total += partial[block];  // finds: race
    }
  }
}

TEST_CASE("without a fence, the last block reads values that are not ordered before the tickets") {
  constexpr unsigned blocks = 37;
  int* partial = nullptr;
  REQUIRE(cudaMallocManaged(&partial, (blocks + 1) * sizeof(int)) == cudaSuccess);
  count_the_blocks<<<blocks, 1>>>(partial, partial + blocks);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(partial) == cudaSuccess);
}
