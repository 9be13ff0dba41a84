// Tangled from chapters/10-reductions.md. Edit there. [sha1 75a385ca924c69a448744461b3850f49d4a67d11]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_blocks(int* shares, unsigned* tickets, int* result) {
  if (threadIdx.x == 0) {
    shares[blockIdx.x] = 1;
    if (atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1) {
      int sum = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) sum += shares[b];  // finds: race
      *result = sum;
    }
  }
}

TEST_CASE("tickets without fences order nothing") {
  weft::Buffer<int> shares(16), result(std::vector<int>{0});
  weft::Buffer<unsigned> tickets(std::vector<unsigned>{0});
  count_blocks<<<16, 32>>>(shares.data(), tickets.data(), result.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(result.to_host()[0] <= 16);
}
