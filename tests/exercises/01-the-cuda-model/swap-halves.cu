#include <cstddef>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "01-the-cuda-model/swap-halves.hpp"

std::vector<int> swapped(unsigned blocks) {
  std::vector<int> values(std::size_t{blocks} * 2 * half);
  std::iota(values.begin(), values.end(), 1000);
  const std::size_t bytes = values.size() * sizeof(int);
  int* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);
  REQUIRE(cudaMemcpy(on_device, values.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  swap_halves<<<blocks, 2 * half>>>(on_device);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaMemcpy(values.data(), on_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
  return values;
}

std::vector<int> expected(unsigned blocks) {
  std::vector<int> values;
  for (unsigned block = 0; block < blocks; ++block) {
    for (unsigned i = 0; i < 2 * half; ++i)
      values.push_back(static_cast<int>(1000 + block * 2 * half + (i + half) % (2 * half)));
  }
  return values;
}

TEST_CASE("one block swaps its halves") { CHECK(difference(swapped(1), expected(1)) == ""); }

TEST_CASE("each of many blocks swaps its own") { CHECK(difference(swapped(7), expected(7)) == ""); }

TEST_CASE("threads write to shared memory and read from it") {
#ifdef __LOOM__
  const loom::Seen seen = loom::observe([] { swapped(7); });
  CHECK(seen.shared_stores.requests >= 7);
  CHECK(seen.shared_loads.requests >= 7);
#endif
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 7 * half, .blocks = 6}, [] { swapped(7); }) == "");
}
