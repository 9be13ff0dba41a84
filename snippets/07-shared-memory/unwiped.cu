// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 6b832844273bf97ba92bfdc42a2750a5718271d4]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_even(const int* values, int* count) {
  __shared__ int even;
  if (values[threadIdx.x] % 2 == 0) atomicAdd_block(&even, 1);  // finds: uninitialised-read
  __syncthreads();
  if (threadIdx.x == 0) *count = even;
}

TEST_CASE("a count that begins with an uninitialised value") {
  const weft::Buffer<int> values(std::vector<int>(64, 2));
  weft::Buffer<int> count(std::vector<int>{0});
  count_even<<<1, 64>>>(values.data(), count.data());
  weft::check(cudaDeviceSynchronize());
}
