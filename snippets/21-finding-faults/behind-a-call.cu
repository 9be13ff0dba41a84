// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 0f61560be092aa8e92cd7acd3cfbc6d5e36e10b0]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__device__ void reverse_tile(int* tile) {
  const int mine = tile[threadIdx.x];
  __syncthreads();
  tile[31 - threadIdx.x] = mine;
}

__global__ void reverse_first_half(int* x, int* visits) {
  if (threadIdx.x < 32) reverse_tile(x);  // the other 32 threads meet no barrier
  visits[threadIdx.x] += 1;
}

TEST_CASE("half of the block bypasses a barrier, goes on and ends") {
  std::vector<int> numbers(64);
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  weft::Buffer<int> x(numbers), visits(std::vector<int>(64, 0));
  reverse_first_half<<<1, 64>>>(x.data(), visits.data());
  weft::check(cudaGetLastError());
  CHECK(x.to_host()[0] == 31);
}
