// Tangled from chapters/03-first-programs.md. Edit there. [sha1 b3573ca3d9c735780d9caf2c9789e90395a24881]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

constexpr std::size_t count = 257;
constexpr std::size_t bytes = count * sizeof(float);

TEST_CASE("copies through both memories change nothing") {
  std::vector<float> sent(count);
  std::iota(sent.begin(), sent.end(), 1.0f);
  const std::vector<float> original = sent;
  std::vector<float> received(count, NAN);
  float* here = nullptr;
  float* there = nullptr;
  REQUIRE(cudaMalloc(&here, bytes) == cudaSuccess);
  REQUIRE(cudaMalloc(&there, bytes) == cudaSuccess);

  REQUIRE(cudaMemcpy(here, sent.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  sent.assign(count, NAN);  // the copy has taken what it needs
  REQUIRE(cudaMemcpy(there, here, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy(received.data(), there, bytes, cudaMemcpyDefault) == cudaSuccess);

  CHECK(received == original);
  REQUIRE(cudaFree(here) == cudaSuccess);
  REQUIRE(cudaFree(there) == cudaSuccess);
}

TEST_CASE("a size in elements moves a quarter of the floats") {
  const std::vector<float> sent(count, 1.0f);
  std::vector<float> received(count, NAN);
  float* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);
  REQUIRE(cudaMemcpy(on_device, sent.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  // count, and not bytes:
  REQUIRE(cudaMemcpy(received.data(), on_device, count, cudaMemcpyDeviceToHost) == cudaSuccess);
  const auto arrived = std::count(received.begin(), received.end(), 1.0f);
  CHECK(arrived == 64);
  std::printf("%td of %zu floats have arrived.\n", arrived, count);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
}

TEST_CASE("freeing the address of a pointer frees nothing") {
  float* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, bytes) == cudaSuccess);
  CHECK(cudaFree(&memory) != cudaSuccess);
  CHECK(cudaMemset(memory, 0, bytes) == cudaSuccess);  // still ours
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(cudaFree(nullptr) == cudaSuccess);             // as with std::free
  cudaGetLastError();
}
