// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 b0fd44722944b0f5cc786c318e542a0759622f8c]
#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

__global__ void brighten_image(int* pixels, std::size_t width, std::size_t height) {
  const std::size_t x = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t y = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (x < width && y < height) pixels[y * width + x] += 50;
}

TEST_CASE("every pixel of an image is brightened once, whatever its shape") {
  struct { unsigned width, height; } const images[] = {{100, 30}, {1, 1}, {32, 8}, {33, 9}, {3, 70}};
  for (const auto [width, height] : images) {
    const std::size_t count = std::size_t{width} * height;
    int* pixels = nullptr;
    REQUIRE(cudaMallocManaged(&pixels, count * sizeof(int)) == cudaSuccess);
    std::fill_n(pixels, count, 100);
    const dim3 block(32, 8);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    brighten_image<<<grid, block>>>(pixels, width, height);
    REQUIRE(cudaGetLastError() == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(std::count(pixels, pixels + count, 150) == static_cast<long>(count));
    CHECK(cudaFree(pixels) == cudaSuccess);
  }
}
