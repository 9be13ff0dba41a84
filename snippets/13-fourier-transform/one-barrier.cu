// Tangled from chapters/13-fourier-transform.md. Edit there. [sha1 ad3ec0a4bb077fc9f7ddccb0e3e759681c0f9744]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Exchanges numbers among 64 threads, twice.
__global__ void turn_twice(const int* from, int* to) {
  __shared__ int room[64];
  int mine = from[threadIdx.x];
  for (int time = 0; time < 2; ++time) {
    room[threadIdx.x] = mine;  // finds: race
    __syncthreads();
    mine = room[63 - threadIdx.x];
  }
  to[threadIdx.x] = mine;
}

TEST_CASE("a quick warp puts what a slow one has not taken") {
  const weft::Buffer<int> from(std::vector<int>(64, 1));
  weft::Buffer<int> to(64);
  turn_twice<<<1, 64>>>(from.data(), to.data());
  weft::check(cudaDeviceSynchronize());
}
