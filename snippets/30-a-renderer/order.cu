// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 f5d0b0f63f43d1337debf887ecf13fb96c2492d3]
#include <algorithm>
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "common/discs.cuh"
#include "common/scan.cuh"

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

using weft::Layer, weft::Over;

bool same(const Layer& a, const Layer& b) {
  return a.red == b.red && a.green == b.green && a.blue == b.blue && a.through == b.through;
}

// Opacities of one half, and colours of few bits: nothing is rounded.
std::vector<Layer> layers(unsigned count) {
  std::vector<Layer> all;
  for (unsigned i = 0; i < count; ++i)
    all.push_back({(i % 5) / 8.0f, (i % 3) / 4.0f, (i % 7) / 16.0f, 0.5f});
  return all;
}

Layer combined(const std::vector<Layer>& all, std::size_t begin, std::size_t end) {
  Layer seen = Over::identity();
  for (std::size_t i = begin; i < end; ++i) seen = Over{}(seen, all[i]);
  return seen;
}

TEST_CASE("over does not commute") {
  const Layer red{0.5f, 0, 0, 0.5f}, blue{0, 0, 0.5f, 0.5f};
  CHECK(same(Over{}(red, blue), {0.5f, 0, 0.25f, 0.25f}));
  CHECK(same(Over{}(blue, red), {0.25f, 0, 0.5f, 0.25f}));
}

TEST_CASE("a list of layers may be cut anywhere, and its pieces combined") {
  const std::vector<Layer> all = layers(12);
  const Layer whole = combined(all, 0, all.size());
  for (std::size_t cut = 0; cut <= all.size(); ++cut)
    CHECK(same(Over{}(combined(all, 0, cut), combined(all, cut, all.size())), whole));
}

TEST_CASE("a scan accepts it, and its last result is what the eye sees") {
  const std::vector<Layer> all = layers(12);
  const weft::Buffer<Layer> x(all);
  weft::Buffer<Layer> up_to(all.size());
  weft::Scan<Over> scan;
  scan.inclusive(x.view(), up_to.view());
  const std::vector<Layer> results = up_to.to_host();
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(same(results[i], combined(all, 0, i + 1)));
}

// As the first program does it: from the back, without an end before the last circle.
uchar3 painted(const std::vector<weft::Circle>& circles, float x, float y) {
  float red = 1, green = 1, blue = 1;
  for (const weft::Circle& c : circles) {
    if (!weft::covers(c, x, y)) continue;
    red += c.opacity * (c.red - red);
    green += c.opacity * (c.green - green);
    blue += c.opacity * (c.blue - blue);
  }
  return weft::on_paper({red, green, blue, 0});
}

TEST_CASE("from the front, with the early end, a byte differs by at most one step") {
  const std::vector<weft::Circle> circles = scatter(400, 32, 32, 2, 9, 1);
  int largest = 0;
  bool ended = false;
  for (float y = 0.5f; y < 32; ++y)
    for (float x = 0.5f; x < 32; ++x) {
      const Layer seen = weft::seen_at(circles.data(), circles.size(), x, y);
      const uchar3 a = weft::on_paper(seen), b = painted(circles, x, y);
      ended = ended || seen.through < weft::opaque;
      largest = std::max({largest, std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
    }
  CHECK(largest <= 1);
  CHECK(ended);
}
