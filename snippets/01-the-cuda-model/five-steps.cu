// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 02adb1d0a208fcf03d51c633b6cc8c244b7886af]
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

__global__ void tally(int* counters, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) counters[i] += 1;
}

TEST_CASE("every counter is raised exactly once") {
  constexpr std::size_t count = 1000;
  constexpr unsigned threads = 256;
  constexpr unsigned blocks = (count + threads - 1) / threads;
  static_assert(blocks == 4);

  std::vector<int> counters(count, 0);
  const std::size_t bytes = count * sizeof(int);
  int* on_device = nullptr;

  REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);                                             // 1
  REQUIRE(cudaMemcpy(on_device, counters.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);     // 2
  tally<<<blocks, threads>>>(on_device, count);                                                      // 3
  REQUIRE(cudaMemcpy(counters.data(), on_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);     // 4
  REQUIRE(cudaFree(on_device) == cudaSuccess);                                                       // 5

  CHECK(counters == std::vector<int>(count, 1));
}
