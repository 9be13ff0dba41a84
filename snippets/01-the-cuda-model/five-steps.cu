// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 64f59bfc50c64b77319260a29a2b32b4221a0951]
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

__global__ void tally(int* counters, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) counters[i] += 1;
}

TEST_CASE("every counter is incremented exactly once") {
  constexpr std::size_t count = 1000;
  constexpr unsigned threads = 256;
  constexpr unsigned blocks = (count + threads - 1) / threads;
  static_assert(blocks == 4);

  std::vector<int> counters(count, 0);
  const std::size_t bytes = count * sizeof(int);
  int* on_device = nullptr;

  // 1. Allocate.
  REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);
  // 2. Copy there.
  REQUIRE(cudaMemcpy(on_device, counters.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  // 3. Launch.
  tally<<<blocks, threads>>>(on_device, count);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  // 4. Copy back.
  REQUIRE(cudaMemcpy(counters.data(), on_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  // 5. Free.
  REQUIRE(cudaFree(on_device) == cudaSuccess);

  CHECK(counters == std::vector<int>(count, 1));
}
