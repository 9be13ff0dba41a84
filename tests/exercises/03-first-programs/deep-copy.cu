#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "03-first-programs/deep-copy.hpp"
#include "common/check.cuh"

// Lists of these lengths, in host memory.
struct OnHost {
  explicit OnHost(const std::vector<std::size_t>& counts) {
    for (const std::size_t count : counts) values.push_back(random_values<float>(count, static_cast<unsigned>(count)));
    for (std::vector<float>& of_list : values) lists.push_back({of_list.empty() ? nullptr : of_list.data(), of_list.size()});
  }
  std::vector<std::vector<float>> values;
  std::vector<List> lists;
};

void expect_scaled(const std::vector<std::size_t>& counts, float factor) {
  OnHost host(counts);
  std::vector<std::vector<float>> expected = host.values;
  for (std::vector<float>& values : expected)
    for (float& value : values) value *= factor;
  CHECK_NOTHROW(scale_on_device(host.lists, factor));
  for (std::size_t list = 0; list < counts.size(); ++list) {
    CAPTURE(list);
    CHECK(difference(host.values[list], expected[list]) == "");
  }
}

TEST_CASE("every value of every list is multiplied") {
  expect_scaled({1}, 3.0f);
  expect_scaled({257, 1, 1000, 31}, -2.0f);
  expect_scaled(std::vector<std::size_t>(70, 3), 0.5f);
}

TEST_CASE("a list may be empty, and there may be no lists") {
  expect_scaled({5, 0, 7}, 2.0f);
  expect_scaled({0}, 2.0f);
  expect_scaled({}, 2.0f);
}

TEST_CASE("a block multiplies the list of its number, whatever its size") {
  for (const unsigned threads : {1u, 32u, 1024u}) {
    CAPTURE(threads);
    const std::vector<float> before = random_values<float>(700, 5);
    std::vector<float> expected = before;
    for (std::size_t i = 0; i < 600; ++i) expected[i] *= 4.0f;
    DeviceArray<float> values(before);
    DeviceArray<List> lists(std::vector<List>{{values.data(), 257}, {values.data() + 257, 343}, {values.data() + 600, 100}});
    scale_lists<<<2, threads>>>(lists.data(), 4.0f);
    require_success(cudaGetLastError());
    CHECK(difference(values.read(), expected) == "");
    CHECK(values.written_around() == "");
  }
}

TEST_CASE("the work is shared by many threads in several blocks") {
  OnHost host(std::vector<std::size_t>(8, 1000));
  CHECK(too_serial({.threads = 128, .blocks = 6, .stored = 8 * 1000 * sizeof(float)}, [&] { scale_on_device(host.lists, 2.0f); }) == "");
}

TEST_CASE("no device memory leaks") {
  const auto before = bytes_in_use();
  OnHost host({100, 200});
  scale_on_device(host.lists, 2.0f);
  CHECK(bytes_in_use() == before);
}

TEST_CASE("a failed allocation throws") {
  OnHost host({100, 200});
  without_memory([&] { CHECK_THROWS_AS(scale_on_device(host.lists, 2.0f), weft::CudaError); });
}

__global__ void nothing() {}

TEST_CASE("the error of the launch is queried") {
  nothing<<<1, 4096>>>();  // is refused, and its error has not been queried
  OnHost host({100});
  bool returned = false;
  try {
    scale_on_device(host.lists, 2.0f);
  } catch (const weft::CudaError&) {
    returned = true;
  }
  const cudaError_t left_behind = returned ? cudaSuccess : cudaGetLastError();
  CHECK(std::string(cudaGetErrorName(left_behind)) == "cudaSuccess");
  cudaGetLastError();
}
