// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 1de5f92ebd17eb73bb4cbeb9f5b689ab6cd7f051]
#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

__global__ void tally_a_table(int* counters, std::size_t width, std::size_t height) {
  const std::size_t x = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t y = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (x < width && y < height) counters[y * width + x] += 1;
}

TEST_CASE("every counter of a table is incremented once, whatever its shape") {
  struct { unsigned width, height; } const tables[] = {{100, 30}, {1, 1}, {32, 8}, {33, 9}, {3, 70}};
  for (const auto [width, height] : tables) {
    const std::size_t count = std::size_t{width} * height;
    int* counters = nullptr;
    REQUIRE(cudaMallocManaged(&counters, count * sizeof(int)) == cudaSuccess);
    std::fill_n(counters, count, 0);
    const dim3 block(32, 8);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    tally_a_table<<<grid, block>>>(counters, width, height);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(std::count(counters, counters + count, 1) == static_cast<long>(count));
    CHECK(cudaFree(counters) == cudaSuccess);
  }
}
