#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include <01-the-cuda-model/global-number.cu>

// The same function once more, for a thread that is only imagined: the last one of a grid that no test can afford.
namespace imagined {
[[maybe_unused]] constexpr dim3 gridDim(65'536, 65'535, 1);
[[maybe_unused]] constexpr dim3 blockDim(1'024, 1, 1);
[[maybe_unused]] constexpr uint3 blockIdx{65'535, 65'534, 0};
[[maybe_unused]] constexpr uint3 threadIdx{1'023, 0, 0};
#include <01-the-cuda-model/global-number.cu>
}  // namespace imagined

__global__ void number_of_imagined_thread(std::size_t* result) { *result = imagined::global_number(); }

__global__ void raise(int* counters, std::size_t count) {
  const std::size_t number = global_number();
  if (number < count) atomicAdd(&counters[number], 1);  // a number that two threads have is for the test to find, and not a race
}

// How many of the counters were incremented exactly once; if fewer, some number was skipped or given twice.
std::size_t given_once(dim3 grid, dim3 block) {
  const std::size_t threads = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  std::vector<int> counters(threads, 0);
  int* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, threads * sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemset(on_device, 0, threads * sizeof(int)) == cudaSuccess);
  raise<<<grid, block>>>(on_device, threads);
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

// Each thread stores its position in the grid: hundreds for its block, the rest for its position there, in the order of the task.
__global__ void note_order(unsigned* places, std::size_t count) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const std::size_t number = global_number();
  if (number < count) atomicExch(&places[number], 100 * block + thread);
}

void compare_order(dim3 grid, dim3 block) {
  const unsigned blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
  std::vector<unsigned> expected;
  for (unsigned number = 0; number < blocks * threads; ++number) expected.push_back(100 * (number / threads) + number % threads);
  DeviceArray<unsigned> places(expected.size());
  note_order<<<grid, block>>>(places.data(), places.size());
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(difference(places.read(), expected) == "");
}

TEST_CASE("all threads of a block come before those of the next, and x runs fastest") { compare_order(dim3(5, 2), dim3(3, 2)); }

TEST_CASE("y runs faster than z, among blocks and within each") { compare_order(dim3(5, 2, 3), dim3(3, 2, 2)); }

TEST_CASE("numbers beyond four billion do not wrap around") {
  std::size_t* result = nullptr;
  REQUIRE(cudaMallocManaged(&result, sizeof(std::size_t)) == cudaSuccess);
  *result = 0;
  number_of_imagined_thread<<<1, 1>>>(result);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(*result == std::size_t{65'536} * 65'535 * 1'024 - 1);
  CHECK(cudaFree(result) == cudaSuccess);
}
