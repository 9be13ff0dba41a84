// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 cd4d2d543d6c3a049e7700e56369a39a9624512f]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/discs.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

using weft::Circle;

__global__ void draw_all(const Circle* circles, std::size_t count, unsigned width,
                         unsigned height, uchar3* picture) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  const weft::Layer seen =
      weft::seen_at(circles, count, 0.5f + static_cast<float>(column), 0.5f + static_cast<float>(row));
  picture[std::size_t{row} * width + column] = weft::on_paper(seen);
}

// How many tests of a pixel and a circle say inside. Row y is that of block y.
__global__ void count_inside(const Circle* circles, std::size_t count, unsigned width,
                             unsigned long long* inside) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column >= width) return;
  unsigned covered = 0;
  for (std::size_t i = 0; i < count; ++i)
    covered += weft::covers(circles[i], 0.5f + static_cast<float>(column),
                            0.5f + static_cast<float>(row));
  atomicAdd(inside, covered);
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

std::vector<uchar3> drawn(const std::vector<Circle>& scene, unsigned width, unsigned height) {
  const weft::Buffer<Circle> circles(scene);
  weft::Buffer<uchar3> picture(std::size_t{width} * height);
  draw_all<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(
      circles.data(), circles.size(), width, height, picture.data());
  weft::check(cudaGetLastError());
  return picture.to_host();
}

TEST_CASE("the same picture as the host's, bit for bit") {
  const std::vector<Circle> scene = scatter(200, 70, 45, 1, 12, 2);
  const std::vector<uchar3> picture = drawn(scene, 70, 45);
  std::size_t wrong = 0;
  for (unsigned i = 0; i < picture.size(); ++i) {
    const float x = 0.5f + static_cast<float>(i % 70), y = 0.5f + static_cast<float>(i / 70);
    const uchar3 p = weft::on_paper(weft::seen_at(scene.data(), scene.size(), x, y));
    wrong += p.x != picture[i].x || p.y != picture[i].y || p.z != picture[i].z;
  }
  CHECK(wrong == 0);
}

TEST_CASE("nearly all tests say outside") {
  constexpr unsigned side = 64, count = side * side;
  const weft::Buffer<Circle> circles(scatter(count, side, side, 1, 8, 3));
  weft::Buffer<unsigned long long> inside(std::vector<unsigned long long>{0});
  count_inside<<<dim3(1, side), side>>>(circles.data(), count, side, inside.data());
  weft::check(cudaGetLastError());
  const unsigned long long tests = 1ull * side * side * count, in = inside.to_host()[0];
  CHECK(in * 50 < tests);
  std::printf("%llu of %llu tests say inside: %.1f circles per pixel\n", in, tests,
              static_cast<double>(in) / (side * side));
}

TEST_CASE("a million circles by brute force take more than 50 ms" *
          doctest::skip(!weft::measuring())) {
  constexpr unsigned side = 1024;
  for (const std::size_t count : {1 << 10, 1 << 14, 1 << 17, 1 << 20}) {
    const weft::Buffer<Circle> circles(scatter(count, side, side, 1, 8, 4));
    weft::Buffer<uchar3> picture(side * side);
    const auto [seconds] = weft::side_by_side(5, [&] {
      draw_all<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(circles.data(), count, side, side,
                                                           picture.data());
    });
    weft::check(cudaGetLastError());
    weft::report({"brute force", static_cast<double>(count), "circles", 1e3 * seconds, "ms"});
    if (count == 1 << 20) CHECK(seconds > 0.05);
  }
}
