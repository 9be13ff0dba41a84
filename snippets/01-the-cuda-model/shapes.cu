// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 7e3b5fddf04fb6223d6dd35b1104c8e6c1ef5b6e]
#include <algorithm>
#include <type_traits>

#include <doctest/doctest.h>

__device__ unsigned flat(uint3 index, dim3 size) {
  return index.x + size.x * (index.y + size.y * index.z);
}

__global__ void tally_in_three_dimensions(int* counters) {
  static_assert(std::is_same_v<decltype(threadIdx), const uint3>);
  static_assert(std::is_convertible_v<decltype(blockDim), dim3>);
  const unsigned block_size = blockDim.x * blockDim.y * blockDim.z;
  counters[flat(blockIdx, gridDim) * block_size + flat(threadIdx, blockDim)] += 1;
}

TEST_CASE("a dim3 defaults missing components to one") {
  CHECK(dim3(512).y == 1);
  CHECK(dim3(512).z == 1);
  CHECK(uint3{}.x == 0);
}

TEST_CASE("every thread of a three-dimensional grid has a unique index") {
  constexpr dim3 grid(3, 2, 5);
  constexpr dim3 block(7, 3, 2);
  constexpr unsigned threads = 3 * 2 * 5 * 7 * 3 * 2;
  int* counters = nullptr;
  REQUIRE(cudaMallocManaged(&counters, threads * sizeof(int)) == cudaSuccess);
  std::fill_n(counters, threads, 0);
  tally_in_three_dimensions<<<grid, block>>>(counters);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(std::count(counters, counters + threads, 1) == threads);
  CHECK(cudaFree(counters) == cudaSuccess);
}
