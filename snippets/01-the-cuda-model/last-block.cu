// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 10d850b7022aa1e1508a0cf6db6888ff862e2a04]
#include <numeric>

#include <doctest/doctest.h>

__device__ unsigned blocks_done;

__global__ void sum(const int* values, unsigned share, int* partial, int* total) {
  int mine = 0;
  for (unsigned i = 0; i < share; ++i) mine += values[blockIdx.x * share + i];
  partial[blockIdx.x] = mine;
  __threadfence();  // my share becomes visible before my ticket does
  if (atomicAdd(&blocks_done, 1u) == gridDim.x - 1) {
    __threadfence();  // and I read the others' shares only after taking my ticket
    *total = 0;
    for (unsigned block = 0; block < gridDim.x; ++block) *total += partial[block];
    blocks_done = 0;  // for the next launch
  }
}

TEST_CASE("the last block to finish adds up what all blocks have left, in every launch") {
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
