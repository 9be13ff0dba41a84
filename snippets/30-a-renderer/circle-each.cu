// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 ef8e2195b845be598afe6cfe9affb2379044b3b8]
#include <doctest/doctest.h>

#include "common/discs.cuh"

__global__ void draw_circle_each(const weft::Circle* circles, float* brightness, int side) {
  const weft::Circle c = circles[threadIdx.x];
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      if (!weft::covers(c, column + 0.5f, row + 0.5f)) continue;
      float& pixel = brightness[row * side + column];
      pixel += c.opacity * (c.red - pixel);  // finds: race
    }
}

TEST_CASE("a thread per circle") {
  const std::vector<weft::Circle> two = {{6, 8, 5, 0.5f, 1, 0, 0, 0}, {10, 8, 5, 0.5f, 0, 0, 1, 0}};
  const weft::Buffer<weft::Circle> circles(two);
  weft::Buffer<float> brightness(std::vector<float>(16 * 16, 1.0f));
  draw_circle_each<<<1, 2>>>(circles.data(), brightness.data(), 16);
  weft::check(cudaDeviceSynchronize());
  CHECK(brightness.to_host()[0] == 1);
}
