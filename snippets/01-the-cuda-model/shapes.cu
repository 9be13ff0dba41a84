// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 6f9b94322abd980971afa6704a3408613eb573a9]
#include <algorithm>
#include <type_traits>

#include <doctest/doctest.h>

__device__ unsigned flat(uint3 index, dim3 size) {
  return index.x + size.x * (index.y + size.y * index.z);
}

__global__ void count_visits(int* visits) {
  const unsigned block_size = blockDim.x * blockDim.y * blockDim.z;
  visits[flat(blockIdx, gridDim) * block_size + flat(threadIdx, blockDim)] += 1;
}

__global__ void types_of_sizes_and_indices() {
  static_assert(std::is_same_v<decltype(threadIdx), const uint3>);
  static_assert(std::is_convertible_v<decltype(blockDim), dim3>);
}

TEST_CASE("a dim3 sets missing components to one, a uint3 to zero") {
  CHECK(dim3(512).y == 1);
  CHECK(dim3(512).z == 1);
  CHECK(uint3{}.y == 0);
}

TEST_CASE("every thread of a three-dimensional grid has a unique index") {
  constexpr dim3 grid(3, 2, 5);
  constexpr dim3 block(7, 3, 2);
  constexpr unsigned threads = 3 * 2 * 5 * 7 * 3 * 2;
  int* visits = nullptr;
  REQUIRE(cudaMallocManaged(&visits, threads * sizeof(int)) == cudaSuccess);
  std::fill_n(visits, threads, 0);
  count_visits<<<grid, block>>>(visits);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(std::count(visits, visits + threads, 1) == threads);
  CHECK(cudaFree(visits) == cudaSuccess);
}
