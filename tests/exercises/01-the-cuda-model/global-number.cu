#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "01-the-cuda-model/global-number.hpp"

// In the unit of the answer.
namespace test {
__global__ void number_of_imagined_thread(std::size_t* result);
__global__ void raise(int* counters, std::size_t count);
__global__ void note_order(unsigned* places, std::size_t count);
}  // namespace test

// How many of the counters were incremented exactly once; if fewer, some number was skipped or given twice.
std::size_t given_once(dim3 grid, dim3 block) {
  const std::size_t threads = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  std::vector<int> counters(threads, 0);
  int* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, threads * sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemset(on_device, 0, threads * sizeof(int)) == cudaSuccess);
  test::raise<<<grid, block>>>(on_device, threads);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaMemcpy(counters.data(), on_device, threads * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
  return static_cast<std::size_t>(std::count(counters.begin(), counters.end(), 1));
}

TEST_CASE("one dimension: every number is given exactly once") {
  CHECK(given_once(dim3(1), dim3(1)) == 1);
  CHECK(given_once(dim3(5), dim3(33)) == 165);
}

TEST_CASE("two dimensions: every number is given exactly once") {
  CHECK(given_once(dim3(1), dim3(5, 7)) == 35);
  CHECK(given_once(dim3(3, 2), dim3(5, 7)) == 210);
}

TEST_CASE("three dimensions: every number is given exactly once") {
  CHECK(given_once(dim3(1), dim3(2, 3, 5)) == 30);
  CHECK(given_once(dim3(3, 2, 7), dim3(2, 3, 5)) == 1260);
}

void compare_order(dim3 grid, dim3 block) {
  const unsigned blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
  std::vector<unsigned> expected;
  for (unsigned number = 0; number < blocks * threads; ++number) expected.push_back(100 * (number / threads) + number % threads);
  DeviceArray<unsigned> places(expected.size());
  test::note_order<<<grid, block>>>(places.data(), places.size());
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(difference(places.read(), expected) == "");
}

TEST_CASE("all threads of a block come before those of the next, and x runs fastest") { compare_order(dim3(5, 2), dim3(3, 2)); }

TEST_CASE("y runs faster than z, among blocks and within each") { compare_order(dim3(5, 2, 3), dim3(3, 2, 2)); }

TEST_CASE("numbers beyond four billion do not wrap around") {
  std::size_t* result = nullptr;
  REQUIRE(cudaMallocManaged(&result, sizeof(std::size_t)) == cudaSuccess);
  *result = 0;
  test::number_of_imagined_thread<<<1, 1>>>(result);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*result == std::size_t{65'536} * 65'535 * 1'024 - 1);
  CHECK(cudaFree(result) == cudaSuccess);
}
