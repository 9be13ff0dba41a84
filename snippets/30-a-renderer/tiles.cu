// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 2977603e868819e63326e69b140f438436272bc6]
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include <doctest/doctest.h>

#include "common/tiled-page.cuh"

#ifdef __LOOM__
const int shuffled = setenv("LOOM_BLOCK_ORDER", "shuffled:5", 1);  // before the first launch
#endif

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

using weft::Circle, weft::Page, weft::TileNumber;

template <class T>
std::vector<T> first(const T* device, std::size_t n) {
  std::vector<T> values(n);
  if (n > 0) weft::check(cudaMemcpy(values.data(), device, n * sizeof(T), cudaMemcpyDefault));
  return values;
}

// Of all tiles of the page, those that the circle touches.
std::vector<unsigned> tiles_of(const Circle& c, Page page) {
  std::vector<unsigned> tiles;
  for (unsigned tile = 0; tile < page.across() * page.down(); ++tile)
    if (weft::touches(c, tile % page.across(), tile / page.across())) tiles.push_back(tile);
  return tiles;
}

constexpr Page page{100, 70};
const std::vector<Circle> scene = scatter(600, 100, 70, 0, 14, 5);

TEST_CASE("a tile with a covered pixel is touched, and a touched tile is reached by the circle") {
  for (const Circle& c : scene) {
    const std::vector<unsigned> tiles = tiles_of(c, page);
    std::vector<bool> touched(page.across() * page.down());
    for (const unsigned tile : tiles) touched.at(tile) = true;
    bool missing = false, corner = false;
    for (unsigned row = 0; row < page.down() * 16; ++row)
      for (unsigned column = 0; column < page.across() * 16; ++column) {
        const unsigned tile = row / 16 * page.across() + column / 16;
        const float x = static_cast<float>(column) + 0.5f, y = static_cast<float>(row) + 0.5f;
        missing = missing || (weft::covers(c, x, y) && !touched[tile]);
      }
    for (const unsigned tile : tiles) {
      const float left = static_cast<float>(tile % page.across() * 16) + 0.5f;
      const float top = static_cast<float>(tile / page.across() * 16) + 0.5f;
      const float dx = std::max({left - c.x, c.x - left - 15, 0.0f});
      const float dy = std::max({top - c.y, c.y - top - 15, 0.0f});
      corner = corner || std::hypot(dx, dy) > c.radius + 1e-3f;
    }
    CHECK_FALSE(missing);
    CHECK_FALSE(corner);
  }
}

TEST_CASE("counts, offsets and pairs are those of a loop over the circles") {
  const weft::Buffer<Circle> circles(scene);
  weft::TiledPage tiled(page);
  tiled.count(circles.view());
  tiled.scan();
  tiled.write(circles.view());
  std::vector<unsigned> counts, offsets, which;
  std::vector<TileNumber> tiles;
  for (unsigned i = 0; i < scene.size(); ++i) {
    const std::vector<unsigned> own = tiles_of(scene[i], page);
    counts.push_back(static_cast<unsigned>(own.size()));
    offsets.push_back(static_cast<unsigned>(tiles.size()));
    for (const unsigned tile : own) tiles.push_back(static_cast<TileNumber>(tile));
    which.insert(which.end(), own.size(), i);
  }
  CHECK(tiled.counts().to_host() == counts);
  CHECK(tiled.offsets().to_host() == offsets);
  CHECK(tiled.written_tiles().to_host() == tiles);
  CHECK(tiled.written_circles().to_host() == which);
}

TEST_CASE("each list has the circles of its tile, in the order of the drawing") {
  const weft::Buffer<Circle> circles(scene);
  weft::Buffer<uchar3> picture(page.width * page.height);
  weft::TiledPage tiled(page);
  tiled.draw(circles.view(), picture.data());
  std::vector<std::vector<unsigned>> expected(page.across() * page.down());
  for (unsigned i = 0; i < scene.size(); ++i)
    for (const unsigned tile : tiles_of(scene[i], page)) expected[tile].push_back(i);
  const auto lists = tiled.lists();
  const std::size_t count = first(lists.count, 1)[0];
  auto begins = first(lists.begins, count);
  begins.push_back(lists.pairs);
  const auto tiles = first(lists.tiles, lists.pairs);
  const auto which = first(lists.which, lists.pairs);
  std::vector<std::vector<unsigned>> found(expected.size());
  for (std::size_t list = 0; list < count; ++list)
    found[tiles[begins[list]]].assign(which.begin() + begins[list], which.begin() + begins[list + 1]);
  CHECK(found == expected);
}

std::size_t wrong_pixels(const std::vector<Circle>& circles, Page on) {
  const weft::Buffer<Circle> device(circles);
  weft::Buffer<uchar3> picture(std::size_t{on.width} * on.height);
  weft::TiledPage tiled(on);
  tiled.draw(device.view(), picture.data());
  const std::vector<uchar3> drawn = picture.to_host();
  std::size_t wrong = 0;
  for (unsigned i = 0; i < drawn.size(); ++i) {
    const float x = 0.5f + static_cast<float>(i % on.width);
    const float y = 0.5f + static_cast<float>(i / on.width);
    const uchar3 p = weft::on_paper(weft::seen_at(circles.data(), circles.size(), x, y));
    wrong += p.x != drawn[i].x || p.y != drawn[i].y || p.z != drawn[i].z;
  }
  return wrong;
}

TEST_CASE("the picture equals that of brute force, bit for bit") {
  CHECK(wrong_pixels(scene, page) == 0);
  CHECK(wrong_pixels(scatter(5, 200, 40, 1, 9, 6), {200, 40}) == 0);        // empty tiles
  CHECK(wrong_pixels(scatter(900, 20, 20, 9, 30, 7), {20, 20}) == 0);       // several batches
  CHECK(wrong_pixels(scatter(300, 200, 200, 0, 60, 8), {50, 33}) == 0);     // off the page
  CHECK(wrong_pixels({}, {33, 5}) == 0);
}
