// Tangled from chapters/10-reductions.md. Edit there. [sha1 0053945d7c8f8923e5c87bf32f6860626d10ee94]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void sum_of_few(const int* values, unsigned count, int* sum) {
  if (threadIdx.x < count) {
    int mine = values[threadIdx.x];
    for (unsigned distance = 16; distance > 0; distance /= 2)
      mine += __shfl_xor_sync(0xffffffffu, mine, distance);  // finds: wrong-mask
    if (threadIdx.x == 0) *sum = mine;
  } else {
    __syncwarp();
  }
}

TEST_CASE("twenty lanes wait for twelve that wait elsewhere") {
  const weft::Buffer<int> values(std::vector<int>(20, 1));
  weft::Buffer<int> sum(1);
  sum_of_few<<<1, 32>>>(values.data(), 20, sum.data());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
