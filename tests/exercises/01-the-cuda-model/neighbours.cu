#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "01-the-cuda-model/neighbours.hpp"

// The same kernel once more, for a thread that is only imagined: number 2^32 + 3, in a grid that no test can afford.
namespace imagined {
__global__ void add_neighbours(const int* in, int* out, std::size_t count);
}  // namespace imagined

std::vector<int> expected(const std::vector<int>& in) {
  std::vector<int> sums(in);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i > 0) sums[i] += in[i - 1];
    if (i + 1 < in.size()) sums[i] += in[i + 1];
  }
  return sums;
}

void compare(std::size_t count, unsigned threads, unsigned surplus_blocks = 0) {
  CAPTURE(count);
  CAPTURE(threads);
  const std::vector<int> values = random_values<int>(count, 7);
  DeviceArray<int> in(values);
  DeviceArray<int> out(count);
  const auto blocks = static_cast<unsigned>((count + threads - 1) / threads) + surplus_blocks;
  add_neighbours<<<blocks, threads, (threads + 2) * sizeof(int)>>>(in.data(), out.data(), count);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(difference(out.read(), expected(values)) == "");
  CHECK(out.written_around() == "");
}

TEST_CASE("one full block adds its neighbours") { compare(96, 96); }

TEST_CASE("a neighbour in another block counts") { compare(4 * 64, 64); }

TEST_CASE("a block beyond the end of the data does no harm, nor does one too many") {
  for (const std::size_t count : {1, 2, 31, 33, 64, 65, 1000}) {
    for (const unsigned threads : {1u, 32u, 64u, 1024u}) {
      compare(count, threads);
      compare(count, threads, 1);
    }
  }
}

TEST_CASE("each value is read from global memory once per block") {
#ifdef __LOOM__
  constexpr unsigned threads = 256, blocks = 4;
  DeviceArray<int> in(random_values<int>(threads * blocks, 3));
  DeviceArray<int> out(threads * blocks);
  const loom::Seen seen = loom::observe(
      [&] { add_neighbours<<<blocks, threads, (threads + 2) * sizeof(int)>>>(in.data(), out.data(), threads * blocks); });
  REQUIRE(cudaGetLastError() == cudaSuccess);
  // Eight warps per block, and at most one request for each of its two ends.
  CHECK(seen.global_loads.requests <= blocks * (threads / 32 + 2));
#endif
}

TEST_CASE("thread indices of four billion and more do not wrap around to the first elements") {
  DeviceArray<int> in(std::vector<int>(10, 1));
  DeviceArray<int> out(std::vector<int>(10, 0));
  imagined::add_neighbours<<<1, 1, 1'026 * sizeof(int)>>>(in.data(), out.data(), 10);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(difference(out.read(), std::vector<int>(10, 0)) == "");
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<int> in(random_values<int>(1000, 3)), out(1000);
  CHECK(too_serial({.threads = 250, .blocks = 3}, [&] { add_neighbours<<<4, 256, 258 * sizeof(int)>>>(in.data(), out.data(), 1000); }) == "");
}

TEST_CASE("shared memory is that of the launch, and no static array") {
  cudaFuncAttributes attributes{};
  require_success(cudaFuncGetAttributes(&attributes, add_neighbours));
  CHECK(attributes.sharedSizeBytes == 0);  // bytes of static arrays
}
