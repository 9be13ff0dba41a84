// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 78735ee98767e8a6781d815eca8639e281c6fe44]
#include <doctest/doctest.h>

__global__ void find_your_warp(unsigned* warp, unsigned* lane) {
  const unsigned i = threadIdx.x;
  warp[i] = i / warpSize;
  lane[i] = i % warpSize;
}

__global__ void two_ways(int* values) {
  if (threadIdx.x % 2 == 0) {
    values[threadIdx.x] = 1;
  } else {
    values[threadIdx.x] = -1;
  }
}

TEST_CASE("eighty threads make three warps, the last half empty") {
  constexpr unsigned threads = 80;
  unsigned* warp = nullptr;
  REQUIRE(cudaMallocManaged(&warp, 2 * threads * sizeof(unsigned)) == cudaSuccess);
  unsigned* const lane = warp + threads;
  find_your_warp<<<1, threads>>>(warp, lane);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(warp[31] == 0);
  CHECK(warp[32] == 1);
  CHECK(lane[32] == 0);
  CHECK(warp[79] == 2);
  CHECK(lane[79] == 15);
  CHECK(cudaFree(warp) == cudaSuccess);
}

TEST_CASE("a warp that diverges still computes the right thing") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 32 * sizeof(int)) == cudaSuccess);
  two_ways<<<1, 32>>>(values);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int lane = 0; lane < 32; ++lane) CHECK(values[lane] == (lane % 2 == 0 ? 1 : -1));
  CHECK(cudaFree(values) == cudaSuccess);
}
