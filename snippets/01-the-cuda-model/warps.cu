// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 35f1d1dd6462ed5e020e91e04af5e7369a00c317]
#include <doctest/doctest.h>

__global__ void find_your_warp(unsigned* warp, unsigned* lane) {
  const unsigned i = threadIdx.x;
  warp[i] = i / warpSize;
  lane[i] = i % warpSize;
}

TEST_CASE("eighty threads make three warps, the last half empty") {
  constexpr unsigned threads = 80;
  unsigned* warp = nullptr;
  REQUIRE(cudaMallocManaged(&warp, 2 * threads * sizeof(unsigned)) == cudaSuccess);
  unsigned* const lane = warp + threads;
  find_your_warp<<<1, threads>>>(warp, lane);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(warp[31] == 0);
  CHECK(warp[32] == 1);
  CHECK(lane[32] == 0);
  CHECK(warp[79] == 2);
  CHECK(lane[79] == 15);
  CHECK(cudaFree(warp) == cudaSuccess);
}
