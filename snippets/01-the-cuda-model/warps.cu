// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 02e6606101297f9e7b870c1cace730653b30ada7]
#include <doctest/doctest.h>

__global__ void find_your_warp(unsigned* first_of_warp, unsigned* lanes) {
  const unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  first_of_warp[i] = __shfl_sync(0xffffffffu, i, 0);    // the index that lane 0 has
  lanes[i] = __popc(__ballot_sync(0xffffffffu, true));  // how many lanes there are
}

TEST_CASE("80 threads, x first, make two warps of 32 lanes and one of 16") {
  constexpr unsigned threads = 5 * 4 * 4;
  unsigned* first_of_warp = nullptr;
  REQUIRE(cudaMallocManaged(&first_of_warp, 2 * threads * sizeof(unsigned)) == cudaSuccess);
  unsigned* const lanes = first_of_warp + threads;
  find_your_warp<<<1, dim3(5, 4, 4)>>>(first_of_warp, lanes);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (unsigned i = 0; i < threads; ++i) {
    CHECK(first_of_warp[i] == i / 32 * 32);
    CHECK(lanes[i] == (i < 64 ? 32 : 16));
  }
  CHECK(cudaFree(first_of_warp) == cudaSuccess);
}
