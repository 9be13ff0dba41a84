// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 24c44a9565e82125b9f19e99eeecd34a2f32e627]
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tiled-page.cuh"

using weft::Circle, weft::Page;

__global__ void copy_depths(weft::View<const Circle> circles, float* depths, unsigned* order) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= circles.size()) return;
  depths[i] = circles[i].depth;
  order[i] = static_cast<unsigned>(i);
}

__global__ void gather(weft::View<const Circle> circles, const unsigned* order, Circle* sorted) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < circles.size()) sorted[i] = circles[order[i]];
}

struct ByDepth {
  explicit ByDepth(std::size_t n)
      : depths(n), sorted_depths(n), order(n), sorted_order(n), circles(n) {}
  void operator()(weft::View<const Circle> from) {
    const auto blocks = static_cast<unsigned>((from.size() + 255) / 256);
    copy_depths<<<blocks, 256>>>(from, depths.data(), order.data());
    sort(std::as_const(depths).view(), sorted_depths.view(), order.data(), sorted_order.data());
    gather<<<blocks, 256>>>(from, sorted_order.data(), circles.data());
    weft::check(cudaGetLastError());
  }
  weft::Buffer<float> depths, sorted_depths;
  weft::Buffer<unsigned> order, sorted_order;
  weft::Buffer<Circle> circles;
  weft::RadixSort<float, unsigned, true> sort;  // falls: the farthest first
};

// Points of a torus, lit, as discs on a page: rounded to multiples of 1/16, in random order.
std::vector<Circle> torus(std::size_t count, Page page, float radius) {
  std::mt19937 random(10);
  const auto turn = [&] { return 6.2831853f * static_cast<float>(random() >> 8) * 0x1p-24f; };
  const auto rounded = [](float x) { return std::round(16 * x) / 16; };
  const float scale = 0.3f * static_cast<float>(std::min(page.width, page.height));
  std::vector<Circle> points(count);
  for (Circle& c : points) {
    const float around = turn(), across = turn();
    // Normal and position, before the torus is tilted.
    const float nx = std::cos(around) * std::cos(across), ny = std::sin(around) * std::cos(across);
    const float nz = std::sin(across);
    const float px = std::cos(around) + 0.45f * nx, py = std::sin(around) + 0.45f * ny;
    const float pz = 0.45f * nz;
    const float tilted_y = 0.55f * py - 0.835f * pz, tilted_z = 0.835f * py + 0.55f * pz;
    const float facing = -0.48f * nx - 0.6f * (0.55f * ny - 0.835f * nz) -
                         0.64f * (0.835f * ny + 0.55f * nz);
    const float light = 0.2f + 0.8f * std::max(facing, 0.0f);
    const float stripe = 0.5f + 0.5f * std::cos(6 * around + 2 * across);
    c = {rounded(0.5f * static_cast<float>(page.width) + scale * px),
         rounded(0.5f * static_cast<float>(page.height) + scale * tilted_y), radius, 0.75f,
         light * (0.35f + 0.65f * stripe), light * 0.55f, light * (1 - 0.7f * stripe),
         4 + tilted_z};
  }
  return points;
}

TEST_CASE("splats are painted from the farthest to the nearest") {
  constexpr Page page{320, 240};
  std::vector<Circle> points = torus(1 << 15, page, 3.5f);
  const weft::Buffer<Circle> circles(points);
  weft::Buffer<uchar3> picture(std::size_t{page.width} * page.height);
  ByDepth by_depth(points.size());
  weft::TiledPage tiled(page);
  by_depth(circles.view());
  tiled.draw(std::as_const(by_depth.circles).view(), picture.data());
  const std::vector<uchar3> drawn = picture.to_host();
  weft::write_picture("splats.ppm", weft::Picture<uchar3>{page.height, page.width, drawn});

  std::stable_sort(points.begin(), points.end(),
                   [](const Circle& a, const Circle& b) { return a.depth > b.depth; });
  std::size_t wrong = 0, painted = 0;
  for (unsigned i = 0; i < drawn.size(); i += 7) {
    const float x = 0.5f + static_cast<float>(i % page.width);
    const float y = 0.5f + static_cast<float>(i / page.width);
    const weft::Layer seen = weft::seen_at(points.data(), points.size(), x, y);
    const uchar3 p = weft::on_paper(seen);
    wrong += p.x != drawn[i].x || p.y != drawn[i].y || p.z != drawn[i].z;
    painted += seen.through < 1;
  }
  CHECK(wrong == 0);
  CHECK(painted > drawn.size() / 7 / 5);
}

TEST_CASE("a million splats, with the sort by depth, take at most 5 ms" *
          doctest::skip(!weft::measuring())) {
  constexpr Page page{1024, 1024};
  constexpr std::size_t n = 1 << 20;
  const weft::Buffer<Circle> circles(torus(n, page, 3.5f));
  weft::Buffer<uchar3> picture(n);
  ByDepth by_depth(n);
  weft::TiledPage tiled(page);
  const auto draw = [&] {
    tiled.draw(std::as_const(by_depth.circles).view(), picture.data());
  };
  by_depth(circles.view());
  draw();
  const auto [sorting, drawing] = weft::side_by_side(21, [&] { by_depth(circles.view()); }, draw);
  weft::check(cudaGetLastError());
  weft::report({"sort by depth", 1.0 * n, "splats", 1e6 * sorting, "µs"});
  weft::report({"draw", 1.0 * n, "splats", 1e6 * drawing, "µs"});
  CHECK(sorting + drawing <= 5e-3);
}
