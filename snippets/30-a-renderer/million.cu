// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 18266e964614308372c70cfe79d1ba111acf51f3]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#ifndef __LOOM__
#include <cub/device/device_radix_sort.cuh>
#endif
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tiled-page.cuh"

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

using weft::Circle, weft::Page;

std::size_t wrong_pixels(const std::vector<Circle>& scene, Page page,
                         const std::vector<uchar3>& drawn, unsigned step) {
  std::size_t wrong = 0;
  for (unsigned i = 0; i < drawn.size(); i += step) {
    const float x = 0.5f + static_cast<float>(i % page.width);
    const float y = 0.5f + static_cast<float>(i / page.width);
    const uchar3 p = weft::on_paper(weft::seen_at(scene.data(), scene.size(), x, y));
    wrong += p.x != drawn[i].x || p.y != drawn[i].y || p.z != drawn[i].z;
  }
  return wrong;
}

// Of circles that are at least a tile away from the edge of a page of 128 x 128.
double pairs_per_circle(const std::vector<Circle>& scene, const std::vector<unsigned>& counts) {
  double circles = 0, pairs = 0;
  for (std::size_t i = 0; i < scene.size(); ++i)
    if (std::min(scene[i].x, scene[i].y) >= 16 && std::max(scene[i].x, scene[i].y) < 112)
      circles += 1, pairs += counts[i];
  std::printf("%.3f pairs per circle\n", pairs / circles);
  return pairs / circles;
}

TEST_CASE("on a smaller page, as many circles per pixel give a picture without a wrong pixel") {
  constexpr Page page{128, 128};
  const std::vector<Circle> scene = scatter(page.width * page.height, page.width, page.height, 1, 8, 9);
  const weft::Buffer<Circle> circles(scene);
  weft::Buffer<uchar3> picture(page.width * page.height);
  weft::TiledPage tiled(page);
  tiled.draw(circles.view(), picture.data());
  CHECK(wrong_pixels(scene, page, picture.to_host(), 1) == 0);
  CHECK(std::abs(pairs_per_circle(scene, tiled.counts().to_host()) / (571.4 / 256) - 1) < 0.02);
}

TEST_CASE("a million circles on 1,024 x 1,024 pixels take at most 5 ms" *
          doctest::skip(!weft::measuring())) {
  constexpr Page page{1024, 1024};
  constexpr std::size_t n = 1 << 20;
  const std::vector<Circle> scene = scatter(n, page.width, page.height, 1, 8, 9);
  const weft::Buffer<Circle> circles(scene);
  weft::Buffer<uchar3> picture(n);
  const weft::Buffer<unsigned> word(std::vector<unsigned>{0});
  weft::TiledPage tiled(page);
  const auto all = circles.view();
  tiled.draw(all, picture.data());
  const auto seconds = weft::side_by_side(
      21, [&] { tiled.count(all); }, [&] { tiled.scan(); }, [&] { tiled.write(all); },
      [&] { tiled.sort(); }, [&] { tiled.find_lists(); },
      [&] { tiled.draw_tiles(all, picture.data()); },
      [&] { tiled.draw(all, picture.data()); }, [&] { word.to_host(); });
  weft::check(cudaGetLastError());
  const char* const names[] = {"count", "scan and wait", "write pairs", "sort", "find lists",
                               "draw",  "all",           "one word to the host"};
  for (std::size_t i = 0; i < seconds.size(); ++i)
    weft::report({names[i], 1.0 * n, "circles", 1e6 * seconds[i], "µs"});
  CHECK(seconds[6] <= 5e-3);
  CHECK(wrong_pixels(scene, page, picture.to_host(), 4093) == 0);

#ifndef __LOOM__
  const weft::Lists lists = tiled.lists();
  weft::Buffer<weft::TileNumber> keys(lists.pairs);
  weft::Buffer<unsigned> values(lists.pairs);
  std::size_t bytes = 0;
  const auto library = [&](void* room) {
    return cub::DeviceRadixSort::SortPairs(
        room, bytes, tiled.written_tiles().data(), keys.data(), tiled.written_circles().data(),
        values.data(), static_cast<int>(lists.pairs), 0, 12);
  };
  weft::check(library(nullptr));
  weft::Buffer<char> room(bytes);
  const auto [theirs] = weft::side_by_side(21, [&] { library(room.data()); });
  weft::report({"CUB's sort", 1.0 * n, "circles", 1e6 * theirs, "µs"});
  std::vector<unsigned> ours(lists.pairs);
  weft::check(cudaMemcpy(ours.data(), lists.which, ours.size() * sizeof(unsigned), cudaMemcpyDefault));
  CHECK(values.to_host() == ours);
#endif
}
