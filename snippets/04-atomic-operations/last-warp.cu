// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 969c3d13da64aa81e315d75b6f566a280414505f]
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void sum_of_block(const int* values, int* total) {
  __shared__ int partial[32];
  __shared__ unsigned warps_done;
  if (threadIdx.x == 0) warps_done = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;  // one thread per warp
  const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32;
  int mine = 0;
  for (unsigned i = 0; i < 32; ++i) mine += values[32 * warp + i];
  partial[warp] = mine;
  __threadfence_block();
  if (atomicAdd_block(&warps_done, 1u) == warps - 1) {
    __threadfence_block();
    *total = 0;
    for (unsigned w = 0; w < warps; ++w) *total += partial[w];
  }
}

TEST_CASE("the last warp to finish adds up the partial sums of its block") {
  std::vector<int> numbers(1024);
  std::iota(numbers.begin(), numbers.end(), 1);
  const weft::Buffer<int> values(numbers);
  weft::Buffer<int> total(std::vector<int>{-1});
  for (const int threads : {32, 96, 1024}) {
    sum_of_block<<<1, threads>>>(values.data(), total.data());
    weft::check(cudaGetLastError());
    CHECK(total.to_host()[0] == threads * (threads + 1) / 2);
  }
}
