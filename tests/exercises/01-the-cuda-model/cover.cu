#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "01-the-cuda-model/cover.hpp"

// The same kernel once more, for a thread that is only imagined: number 2^32 + 3, in a grid that no test can afford.
namespace imagined {
__global__ void fill(float* values, std::size_t count, float value);
}  // namespace imagined

TEST_CASE("the blocks cover the data, and one block less would not") {
  CHECK(blocks_for(1, 256) == 1);
  CHECK(blocks_for(255, 256) == 1);
  CHECK(blocks_for(256, 256) == 1);
  CHECK(blocks_for(257, 256) == 2);
  CHECK(blocks_for(1'000'003, 96) == 10'417);
}

TEST_CASE("for no data, the number of blocks is 0") { CHECK(blocks_for(0, 256) == 0); }

TEST_CASE("a count beyond 32 bits is covered too") { CHECK(blocks_for(std::size_t{10'000'000'000}, 1'000) == 10'000'000); }

TEST_CASE("a count that no floating-point number holds is covered exactly") {
  CHECK(blocks_for(16'777'217, 1) == 16'777'217);  // 2^24 + 1, and for double:
  CHECK(blocks_for((std::size_t{1} << 53) + 1, 1) == (std::size_t{1} << 53) + 1);
}

TEST_CASE("every element is filled, and nothing else is written") {
  for (const std::size_t count : {1, 31, 96, 97, 255, 256, 257, 1000}) {
    for (const unsigned threads : {1u, 32u, 96u, 256u}) {
      const auto just_enough = static_cast<unsigned>((count + threads - 1) / threads);
      for (const unsigned blocks : {just_enough, just_enough + 1}) {
        CAPTURE(blocks);
        CAPTURE(count);
        CAPTURE(threads);
        constexpr std::size_t guard = 300;  // elements after the data that no thread may touch
        std::vector<float> values(count + guard, std::numeric_limits<float>::quiet_NaN());
        const std::size_t bytes = values.size() * sizeof(float);
        float* on_device = nullptr;
        REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);
        REQUIRE(cudaMemcpy(on_device, values.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
        fill<<<blocks, threads>>>(on_device, count, 2.5f);
        REQUIRE(cudaGetLastError() == cudaSuccess);
        REQUIRE(cudaMemcpy(values.data(), on_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
        REQUIRE(cudaFree(on_device) == cudaSuccess);
        std::size_t first_wrong = 0;
        while (first_wrong < values.size() &&
               (first_wrong < count ? values[first_wrong] == 2.5f : std::isnan(values[first_wrong])))
          ++first_wrong;
        REQUIRE(first_wrong == values.size());
      }
    }
  }
}

TEST_CASE("the threads of a warp fill neighbouring elements, all in one instruction") {
#ifdef __LOOM__
  DeviceArray<float> values(1024);
  const loom::Seen seen = loom::observe([&] { fill<<<4, 256>>>(values.data(), 1000, 2.5f); });
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(seen.global_stores.requests <= 32);  // warps; the last of them has eight elements
#endif
}

TEST_CASE("thread indices of four billion and more do not wrap around to the first elements") {
  DeviceArray<float> values(10);
  imagined::fill<<<1, 1>>>(values.data(), 10, 2.5f);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  for (const float value : values.read()) CHECK(not_nan(value) == "");
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> values(1024);
  CHECK(too_serial({.threads = 500, .blocks = 3}, [&] { fill<<<4, 256>>>(values.data(), 1000, 2.5f); }) == "");
}
