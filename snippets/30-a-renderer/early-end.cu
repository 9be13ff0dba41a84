// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 3799d4decb54fcf762cd6b766a7ba2765206b596]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/discs.cuh"

// How many circles 32 × 32 pixels look at until they are finished, and how many iterations their
// warps make, counted for all lanes. A block is a warp with a row of pixels, and all of them are
// 16 pixels or more away from the edge.
__global__ void count_looked_at(const weft::Circle* circles, std::size_t count,
                                unsigned long long* by_pixels, unsigned long long* by_warps) {
  const float x = 16.5f + static_cast<float>(threadIdx.x), y = 16.5f + static_cast<float>(blockIdx.x);
  weft::Layer seen = weft::Over::identity();
  std::size_t i = count;
  for (; i > 0 && seen.through >= weft::opaque; --i)
    if (const weft::Circle& c = circles[i - 1]; weft::covers(c, x, y))
      seen = weft::Over{}(seen, weft::layer_of(c));
  const auto looked_at = static_cast<unsigned>(count - i);
  atomicAdd(by_pixels, looked_at);
  const unsigned most = __reduce_max_sync(~0u, looked_at);
  if (threadIdx.x == 0) atomicAdd(by_warps, 32 * most);
}

// Circles all over the page: multiples of 1/16.
std::vector<weft::Circle> scatter(std::size_t count, unsigned width, unsigned height,
                                  unsigned smallest, unsigned largest, unsigned seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](unsigned n) { return static_cast<float>(random() % (n + 1)); };
  std::vector<weft::Circle> circles(count);
  for (weft::Circle& c : circles) {
    c.x = up_to(16 * width) / 16;
    c.y = up_to(16 * height) / 16;
    c.radius = static_cast<float>(smallest) + up_to(16 * (largest - smallest)) / 16;
    c.opacity = 0.25f + up_to(64) / 128;
    c.red = c.x / static_cast<float>(width);
    c.green = up_to(256) / 256;
    c.blue = c.y / static_cast<float>(height);
    c.depth = up_to(1023);
  }
  return circles;
}

TEST_CASE("a warp looks at less than a third of the list, and at more than its pixels do") {
  constexpr unsigned side = 64, count = side * side;
  const weft::Buffer<weft::Circle> circles(scatter(count, side, side, 1, 8, 3));
  weft::Buffer<unsigned long long> by_pixels(std::vector<unsigned long long>{0});
  weft::Buffer<unsigned long long> by_warps(std::vector<unsigned long long>{0});
  count_looked_at<<<32, 32>>>(circles.data(), count, by_pixels.data(), by_warps.data());
  weft::check(cudaGetLastError());
  constexpr double all = 32.0 * 32 * count;
  const double pixel = static_cast<double>(by_pixels.to_host()[0]) / all;
  const double warp = static_cast<double>(by_warps.to_host()[0]) / all;
  CHECK(pixel < warp);
  CHECK(warp < 1.0 / 3);
  std::printf("of the list, a pixel looks at %.2f, a warp at %.2f\n", pixel, warp);
}
