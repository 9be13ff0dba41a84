#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "02-device-properties/one-wave.hpp"

// The same kernel once more, for threads 3 and 2^32 + 3 of a grid that no test can afford. Its step is 2^32 + 1024.
namespace imagined_first {
__global__ void scale(float* values, std::size_t count, float factor);
}  // namespace imagined_first
namespace imagined_last {
__global__ void scale(float* values, std::size_t count, float factor);
}  // namespace imagined_last

std::vector<float> tripled(const std::vector<float>& values) {
  std::vector<float> results(values);
  for (float& value : results) value *= 3.0f;
  return results;
}

unsigned one_wave(int threads) {
  int device = 0, multiprocessors = 0, blocks = 0;
  require_success(cudaGetDevice(&device));
  require_success(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  require_success(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, threads, 0));
  return static_cast<unsigned>(multiprocessors * blocks);
}

TEST_CASE("the kernel scales every value once, whatever the grid") {
  for (const std::size_t count : awkward_counts) {
    for (const unsigned blocks : {1u, 3u, 40u}) {
      CAPTURE(count);
      CAPTURE(blocks);
      const std::vector<float> before = random_values<float>(count, 5);
      DeviceArray<float> values(before);
      scale<<<blocks, 96>>>(values.data(), count, 3.0f);
      REQUIRE(cudaGetLastError() == cudaSuccess);
      CHECK(difference(values.read(), tripled(before)) == "");
      CHECK(values.written_around() == "");
    }
  }
}

TEST_CASE("a long array gets one wave of blocks, and is scaled") {
  for (const int threads : {1024, 256, 96}) {  // few blocks first: if each block processes everything, that shows sooner
    CAPTURE(threads);
    const std::size_t count = std::size_t{one_wave(threads)} * threads + 1;
    const std::vector<float> before = random_values<float>(count, 6);
    DeviceArray<float> values(before);
    unsigned blocks = 0;
    CHECK(scale_on_device(values.data(), count, 3.0f, threads, &blocks) == cudaSuccess);
    CHECK(blocks == one_wave(threads));
    REQUIRE(difference(values.read(), tripled(before)) == "");
  }
}

TEST_CASE("the wave is that of the current device, whichever it is") {  // loom has two, with different numbers of multiprocessors
  int devices = 0;
  require_success(cudaGetDeviceCount(&devices));
  for (int device = devices - 1; device >= 0; --device) {
    CAPTURE(device);
    require_success(cudaSetDevice(device));
    const std::size_t count = std::size_t{one_wave(1024)} * 1024 + 1;
    DeviceArray<float> values(std::vector<float>(count, 1.0f));
    unsigned blocks = 0;
    CHECK(scale_on_device(values.data(), count, 3.0f, 1024, &blocks) == cudaSuccess);
    CHECK(blocks == one_wave(1024));
  }
}

TEST_CASE("a short array gets no more blocks than it needs") {
  for (const std::size_t count : {1, 95, 96, 97}) {
    CAPTURE(count);
    const std::vector<float> before = random_values<float>(count, 7);
    DeviceArray<float> values(before);
    unsigned blocks = 0;
    CHECK(scale_on_device(values.data(), count, 3.0f, 96, &blocks) == cudaSuccess);
    CHECK(blocks == (count + 95) / 96);
    CHECK(difference(values.read(), tripled(before)) == "");
  }
}

TEST_CASE("no values need no launch") {
  const auto before = launches_seen();
  unsigned blocks = 7;
  CHECK(scale_on_device(nullptr, 0, 3.0f, 96, &blocks) == cudaSuccess);
  CHECK(blocks == 0);
  if (before) CHECK(*launches_seen() == *before);
}

TEST_CASE("a kernel did the work, launched once") {
  DeviceArray<float> values(random_values<float>(1000, 8));
  const auto before = launches_seen();
  unsigned blocks = 0;
  CHECK(scale_on_device(values.data(), 1000, 3.0f, 96, &blocks) == cudaSuccess);
  if (before) CHECK(*launches_seen() == *before + 1);
}

TEST_CASE("a block size that no device has is an error") {
  DeviceArray<float> values(random_values<float>(10, 9));
  unsigned blocks = 0;
  CHECK(scale_on_device(values.data(), 10, 3.0f, 1025, &blocks) != cudaSuccess);
  cudaGetLastError();  // a careless answer does not clear it
}

TEST_CASE("the host has waited when the function returns") {
  DeviceArray<float> values(std::vector<float>(std::size_t{1} << 20, 1.0f));
  unsigned blocks = 0;
  CHECK(scale_on_device(values.data(), std::size_t{1} << 20, 3.0f, 1024, &blocks) == cudaSuccess);
  CHECK(cudaStreamQuery(nullptr) == cudaSuccess);
}

TEST_CASE("indices and strides beyond four billion do not wrap around") {
  std::vector<float> expected(2000, 1.0f);
  DeviceArray<float> values(expected);
  imagined_first::scale<<<1, 1>>>(values.data(), 2000, 3.0f);
  imagined_last::scale<<<1, 1>>>(values.data(), 2000, 3.0f);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  expected[3] = 3.0f;
  CHECK(difference(values.read(), expected) == "");
}

TEST_CASE("the work is shared by many threads in several blocks") {
  constexpr std::size_t count = 50'000;
  DeviceArray<float> values(random_values<float>(count, 5));
  CHECK(too_serial({.threads = 2000, .blocks = 30}, [&] { scale<<<40, 96>>>(values.data(), count, 3.0f); }) == "");
}

TEST_CASE("the whole wave shares the work") {
  const std::size_t count = std::size_t{one_wave(256)} * 256 * 2;
  DeviceArray<float> values(random_values<float>(count, 6));
  unsigned blocks = 0;
  CHECK(too_serial({.threads = one_wave(256) * 128.0, .blocks = one_wave(256) / 2.0},
                   [&] { scale_on_device(values.data(), count, 3.0f, 256, &blocks); }) == "");
}
