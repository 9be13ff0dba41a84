// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 44aea7ae2f84a48bd5367d045fcbb6c3a00421bc]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__device__ void reverse_tile(int* tile) {
  const int mine = tile[threadIdx.x];
  __syncthreads();
  tile[31 - threadIdx.x] = mine;
}

__global__ void reverse_first_half(int* x) {
  if (threadIdx.x < 32) reverse_tile(x);  // the other 32 threads meet no barrier
}

TEST_CASE("half of the block bypasses a barrier and leaves") {
  std::vector<int> numbers(64);
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  weft::Buffer<int> x(numbers);
  reverse_first_half<<<1, 64>>>(x.data());
  weft::check(cudaGetLastError());
  CHECK(x.to_host()[0] == 31);
}
