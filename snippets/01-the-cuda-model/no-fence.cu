// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 7ea0d48d56274bb87681c49d7a1adcdddbee54f8]
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

TEST_CASE("the last block reads what no fence has put before the tickets") {
  constexpr unsigned blocks = 37;
  int* partial = nullptr;
  REQUIRE(cudaMallocManaged(&partial, (blocks + 1) * sizeof(int)) == cudaSuccess);
  count_the_blocks<<<blocks, 1>>>(partial, partial + blocks);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(partial) == cudaSuccess);
}
