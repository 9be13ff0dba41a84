// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 306b09bd09b3da4ff28fe334b995901323eb5fb4]
#include <numeric>

#include <doctest/doctest.h>

__device__ unsigned blocks_done;

__global__ void sum(const int* values, unsigned share, int* partial, int* total) {
  int mine = 0;
  for (unsigned i = 0; i < share; ++i) mine += values[blockIdx.x * share + i];
  partial[blockIdx.x] = mine;
  __threadfence();  // this partial sum becomes visible before the ticket does
  if (atomicAdd(&blocks_done, 1u) == gridDim.x - 1) {
    __threadfence();  // and the others are read only after the ticket was taken
    *total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) *total += partial[block];
    blocks_done = 0;  // for the next launch
  }
}

TEST_CASE("the last block to finish adds up the partial sums of all blocks, in every launch") {
  constexpr unsigned blocks = 37;
  constexpr unsigned share = 11;
  constexpr unsigned integers = blocks * share + blocks + 1;
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, integers * sizeof(int)) == cudaSuccess);
  int* const partial = values + blocks * share;
  int* const total = partial + blocks;
  std::iota(values, partial, 1);
  for (int launch = 0; launch < 2; ++launch) {
    *total = -1;
    sum<<<blocks, 1>>>(values, share, partial, total);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(*total == 407 * 408 / 2);
  }
  CHECK(cudaFree(values) == cudaSuccess);
}
