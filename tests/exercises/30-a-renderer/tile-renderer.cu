#include <doctest/doctest.h>

#include "support.hpp"

#include <bit>

#include "30-a-renderer/tile-renderer.hpp"

namespace test {
__global__ void each_over(const float4* front, const float4* back, unsigned count, float4* both);
__global__ void each_seen(Circle circle, Size size, float4* picture);
}  // namespace test

using Circles = std::vector<Circle>;
using Numbers = std::vector<unsigned>;

// Coordinates are multiples of 1/16, so floats hold squares of distances exactly, and a touch is a touch on every device.
struct Random {
  std::mt19937 bits;
  float sixteenths(int from, int to) { return static_cast<float>(from + static_cast<int>(bits() % static_cast<unsigned>(to - from + 1))) / 16; }
  float part() { return static_cast<float>(bits() % 256) / 255; }
  Circle circle(Size size, int largest) {  // its centre lies in the picture or up to 10 pixels from it
    const int width = static_cast<int>(size.width), height = static_cast<int>(size.height);
    const float x = sixteenths(-160, 16 * width + 160), y = sixteenths(-160, 16 * height + 160), radius = sixteenths(0, 16 * largest);
    const float red = part(), green = part(), blue = part();
    return {x, y, radius, red, green, blue, part()};
  }
};

Circles circles_in(Size size, unsigned count, int largest, std::uint32_t seed) {
  Random random{std::mt19937(seed)};
  Circles circles;
  for (unsigned i = 0; i < count; ++i) circles.push_back(random.circle(size, largest));
  return circles;
}

// References, by brute force and in double precision.

bool touches(const Circle& circle, Size size, unsigned tx, unsigned ty) {
  const auto beyond = [](double centre, unsigned first, unsigned end) {
    return centre - std::clamp(centre, static_cast<double>(first), static_cast<double>(end));
  };
  const double dx = beyond(circle.x, tx * tile, std::min(tx * tile + tile, size.width));
  const double dy = beyond(circle.y, ty * tile, std::min(ty * tile + tile, size.height));
  return dx * dx + dy * dy <= static_cast<double>(circle.radius) * circle.radius;
}

Numbers tiles_of(const Circle& circle, Size size) {
  Numbers touched;
  for (unsigned t = 0; t < size.tiles(); ++t)
    if (touches(circle, size, t % size.tiles_x(), t / size.tiles_x())) touched.push_back(t);
  return touched;
}

struct Lists {
  Numbers first{0}, tile_of, circle_of;
  std::vector<uint2> range;

  Lists(const Circles& circles, Size size) {
    std::vector<Numbers> of_tile(size.tiles());
    for (unsigned i = 0; i < circles.size(); ++i) {
      const Numbers touched = tiles_of(circles[i], size);
      for (const unsigned t : touched) of_tile[t].push_back(i);
      first.push_back(first.back() + static_cast<unsigned>(touched.size()));
    }
    for (unsigned t = 0; t < size.tiles(); ++t) {
      const auto begin = static_cast<unsigned>(tile_of.size());
      for (const unsigned i : of_tile[t]) tile_of.push_back(t), circle_of.push_back(i);
      range.push_back({begin, static_cast<unsigned>(tile_of.size())});
    }
  }
};

struct Colour {
  double part[4];
};

Colour exactly_over(const Colour& front, const Colour& back) {
  Colour both = front;
  for (int k = 0; k < 4; ++k) both.part[k] += (1 - front.part[3]) * back.part[k];
  return both;
}

Colour exactly_seen(const Circle& circle, unsigned x, unsigned y) {
  const double dx = x + 0.5 - circle.x, dy = y + 0.5 - circle.y, opacity = circle.opacity;
  if (dx * dx + dy * dy > static_cast<double>(circle.radius) * circle.radius) return {};
  return {{circle.red * opacity, circle.green * opacity, circle.blue * opacity, opacity}};
}

std::vector<float> picture_of(const Circles& circles, Size size, float4 background) {
  std::vector<float> parts;
  for (unsigned y = 0; y < size.height; ++y)
    for (unsigned x = 0; x < size.width; ++x) {
      Colour colour{{background.x, background.y, background.z, background.w}};
      for (const Circle& circle : circles) colour = exactly_over(exactly_seen(circle, x, y), colour);
      for (const double part : colour.part) parts.push_back(static_cast<float>(part));
    }
  return parts;
}

// Says which pixel differs, in which part, and what it should be.
std::string difference_of_pictures(const std::vector<float>& got, const std::vector<float>& expected, Size size, double tolerance) {
  const std::string parts[] = {"red", "green", "blue", "opacity"};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string words = difference(got[i], expected[i], tolerance);
    if (!words.empty()) {
      return "pixel (" + std::to_string(i / 4 % size.width) + ", " + std::to_string(i / 4 / size.width) + "): " +
             parts[i % 4] + " is " + words;
    }
  }
  return {};
}

void wait() {
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
}

float4* colours(DeviceArray<float>& parts) { return reinterpret_cast<float4*>(parts.data()); }

// Part 1

void check_over(const std::vector<float>& front, const std::vector<float>& back) {
  DeviceArray<float> f(front), b(back), both(front.size());
  const auto count = static_cast<unsigned>(front.size() / 4);
  test::each_over<<<(count + 63) / 64, 64>>>(colours(f), colours(b), count, colours(both));
  wait();
  std::vector<float> expected;
  for (std::size_t i = 0; i < front.size(); ++i) expected.push_back(front[i] + (1 - front[i / 4 * 4 + 3]) * back[i]);
  CHECK(difference(both.read(), expected, 1e-6) == "");
}

TEST_CASE("part 1: over blends premultiplied colours") {
  check_over({0.25f, 0.5f, 0, 0.5f}, {1, 0.5f, 0.25f, 1});
  check_over({0, 0, 0, 0}, {0.1f, 0.2f, 0.3f, 0.4f});
  check_over({0.1f, 0.2f, 0.3f, 1}, {0.5f, 0.5f, 0.5f, 1});
  check_over({0.1f, 0.2f, 0.3f, 0.4f}, {0, 0, 0, 0});
  std::vector<float> front = random_values<float>(400, 1), back = random_values<float>(400, 2);
  for (float& x : front) x = std::abs(x);
  for (float& x : back) x = std::abs(x);
  check_over(front, back);
}

void check_seen(const Circle& circle) {
  const Size size{19, 14};
  DeviceArray<float> picture(4 * size.width * size.height);
  test::each_seen<<<3, 128>>>(circle, size, colours(picture));
  wait();
  std::vector<float> expected;
  for (unsigned i = 0; i < size.width * size.height; ++i)
    for (const double part : exactly_seen(circle, i % size.width, i / size.width).part) expected.push_back(static_cast<float>(part));
  CHECK(difference_of_pictures(picture.read(), expected, size, 1e-6) == "");
}

TEST_CASE("part 1: what a pixel shows of a circle") {
  check_seen({9, 7, 4, 0.2f, 0.4f, 0.6f, 0.5f});
  check_seen({9, 7, 4, 0.2f, 0.4f, 0.6f, 1});
  check_seen({9, 7, 4, 0.2f, 0.4f, 0.6f, 0});
  check_seen({9.5f, 7.5f, 5, 1, 0.5f, 0.25f, 0.75f});  // centres of pixels lie on its edge
  check_seen({-3, 5, 6.5f, 1, 0.5f, 0.25f, 0.75f});
  check_seen({-9, 30, 6.5f, 1, 0.5f, 0.25f, 0.75f});
  check_seen({5, 5, 1000, 1, 0.5f, 0.25f, 0.75f});
  check_seen({5.5f, 6.5f, 0, 1, 0.5f, 0.25f, 0.75f});  // the centre of a pixel
  check_seen({5.25f, 6.5f, 0, 1, 0.5f, 0.25f, 0.75f});
}

// Part 2

void check_counts(const Circles& circles, Size size, unsigned blocks = 2, unsigned threads = 64) {
  DeviceArray<Circle> given(circles);
  DeviceArray<unsigned> counts(circles.size());
  count_tiles<<<blocks, threads>>>({given.data(), circles.size()}, size, counts.data());
  wait();
  Numbers expected;
  for (const Circle& circle : circles) expected.push_back(static_cast<unsigned>(tiles_of(circle, size).size()));
  CHECK(difference(counts.read(), expected) == "");
  CHECK(counts.written_around() == "");
}

Circle at(float x, float y, float radius) { return {x, y, radius, 1, 0.5f, 0.25f, 0.5f}; }

TEST_CASE("part 2: circles within a tile, over edges and over corners") {
  check_counts({at(8, 8, 3)}, {64, 64});
  check_counts({at(16, 8, 3), at(8, 16, 3), at(16, 16, 3), at(40, 40, 17), at(37, 29, 23)}, {64, 64});
  check_counts({at(40, 8, 3), at(8, 40, 3), at(24, 40, 20)}, {48, 80});
}

TEST_CASE("part 2: a circle near a corner does not touch the tile behind it") {
  check_counts({at(13, 13, 4), at(20, 20, 5), at(13, 19, 4), at(19, 13, 4), at(40, 40, 22)}, {96, 96});
}

TEST_CASE("part 2: a touch counts") {
  check_counts({at(13, 12, 5)}, {64, 64});  // touches a corner: 3, 4, 5
  check_counts({at(12, 8, 4), at(20, 8, 4), at(8, 12, 4), at(8, 20, 4)}, {64, 64});
  check_counts({at(19, 20, 5), at(19, 28, 5), at(29, 20, 5), at(-4, 8, 4), at(44, 8, 4), at(8, 41, 4)}, {40, 37});
}

TEST_CASE("part 2: radius 0") { check_counts({at(5, 5, 0), at(16, 5, 0), at(16, 16, 0), at(0, 0, 0), at(50, 5, 0), at(40, 37, 0)}, {40, 37}); }

TEST_CASE("part 2: circles outside the picture, and around all of it") {
  check_counts({at(-10, 8, 5), at(8, -10, 5), at(60, 8, 5), at(8, 60, 5), at(-6, -6, 8), at(45, 42, 6), at(46, 42, 9)}, {40, 37});
  check_counts({at(45, 8, 4), at(8, 44, 6), at(44, 40, 4), at(47, 46, 7)}, {40, 37});  // the last tiles end with the picture
  check_counts({at(20, 18, 1000), at(-500, 18, 600), at(-1e6f, 18, 10), at(1e6f, 1e6f, 10), at(1e6f, 0, 2e6f)}, {40, 37});
}

TEST_CASE("part 2: any picture, any number of circles, any grid") {
  for (const Size size : {Size{40, 37}, {16, 16}, {1, 1}, {17, 1}, {128, 33}, {15, 64}})
    for (const unsigned count : {0u, 1u, 31u, 300u}) {
      check_counts(circles_in(size, count, 20, size.width + count), size);
      check_counts(circles_in(size, count, 40, size.width + count + 9), size, 1, 33);
    }
  check_counts(circles_in({70, 53}, 1000, 12, 3), {70, 53}, 40, 32);
}

Circles equal_circles(Size size, unsigned count, float radius) {
  Circles circles;
  Random random{std::mt19937(7)};
  for (unsigned i = 0; i < count; ++i)
    circles.push_back(at(random.sixteenths(0, 16 * static_cast<int>(size.width)), random.sixteenths(0, 16 * static_cast<int>(size.height)), radius));
  return circles;
}

TEST_CASE("part 2: many threads in several blocks count, near the circle only") {
  const Size size{640, 640};  // 1,600 tiles
  const Circles circles = equal_circles(size, 2048, 5);
  CHECK(too_serial({.threads = 500, .blocks = 6, .steps = 2048 * 120}, [&] { check_counts(circles, size, 8, 128); }) == "");
}

// Part 3

void check_offsets(const Numbers& counts) {
  DeviceArray<unsigned> given(counts), first(counts.size() + 1);
  const auto bytes = bytes_to_host();
  offsets({given.data(), counts.size()}, first.data());
  wait();
  CHECK(bytes_to_host().value_or(0) - bytes.value_or(0) <= 64);
  Numbers expected{0};
  for (const unsigned count : counts) expected.push_back(expected.back() + count);
  CHECK(difference(first.read(), expected) == "");
  CHECK(first.written_around() == "");
  CHECK(difference(given.read(), counts) == "");
}

Numbers small_numbers(std::size_t count) {
  Numbers numbers;
  for (const float x : random_values<float>(count, 5)) numbers.push_back(static_cast<unsigned>(std::abs(x) * 9));
  return numbers;
}

TEST_CASE("part 3: offsets, one more than there are counts") {
  check_offsets({});
  check_offsets({7});
  check_offsets({0, 0, 3, 0});
  check_offsets({4, 0, 2, 9, 1});
  for (const std::size_t count : {31, 255, 256, 257, 5000}) check_offsets(small_numbers(count));
}

TEST_CASE("part 3: sums beyond 2^31") { check_offsets({1u << 30, 1u << 30, 1u << 30, 5, 7}); }

TEST_CASE("part 3: many threads scan") {
  const Numbers counts = small_numbers(4000);
  CHECK(too_serial({.threads = 100, .steps = 4000 * 1000}, [&] { check_offsets(counts); }) == "");
}

// Part 4

void check_pairs(const Circles& circles, Size size) {
  const Lists lists(circles, size);
  DeviceArray<Circle> given(circles);
  DeviceArray<unsigned> first(lists.first), tile_of(lists.tile_of.size()), circle_of(lists.tile_of.size());
  const auto bytes = bytes_to_host();
  pairs_by_tile({given.data(), circles.size()}, size, first.data(), lists.first.back(), tile_of.data(), circle_of.data());
  wait();
  CHECK(bytes_to_host().value_or(0) - bytes.value_or(0) <= 64);
  CHECK(difference(tile_of.read(), lists.tile_of) == "");
  CHECK(difference(circle_of.read(), lists.circle_of) == "");
  CHECK(tile_of.written_around() == "");
  CHECK(circle_of.written_around() == "");
}

TEST_CASE("part 4: pairs in the order of tiles") {
  check_pairs({at(40, 8, 5), at(8, 8, 5), at(24, 24, 3)}, {48, 32});
  check_pairs({at(16, 16, 5)}, {32, 32});
  check_pairs(circles_in({40, 37}, 50, 10, 4), {40, 37});
}

TEST_CASE("part 4: in each tile, circles keep their order") {
  check_pairs({at(9, 8, 5), at(8, 8, 5), at(30, 8, 3), at(7, 7, 4), at(30, 8, 3), at(8, 8, 5)}, {48, 32});
  check_pairs(Circles(700, at(8, 8, 4)), {40, 37});
  check_pairs(circles_in({40, 37}, 600, 30, 4), {40, 37});
}

TEST_CASE("part 4: no circles, circles without a tile, circles with all tiles") {
  check_pairs({}, {40, 37});
  check_pairs({at(-9, -9, 3), at(99, 9, 3)}, {40, 37});
  check_pairs({at(-9, -9, 3), at(20, 20, 500), at(99, 9, 3), at(5, 5, 0), at(20, 20, 500)}, {40, 37});
}

TEST_CASE("part 4: more than 256 tiles") { check_pairs(circles_in({400, 300}, 400, 20, 8), {400, 300}); }

TEST_CASE("part 4: many threads write and sort") {
  const Size size{160, 160};
  const Circles circles = equal_circles(size, 9000, 5);
  CHECK(too_serial({.threads = 100, .blocks = 2}, [&] { check_pairs(circles, size); }) == "");
}

TEST_CASE("part 4: all memory is returned") {
  check_pairs({at(8, 8, 4)}, {40, 37});
  const auto before = bytes_in_use();
  check_pairs({at(8, 8, 4)}, {40, 37});
  CHECK(bytes_in_use() == before);
}

// Part 5

void check_ranges(const Numbers& tile_of, unsigned tiles) {
  DeviceArray<unsigned> given(tile_of);
  DeviceArray<uint2> range(std::vector<uint2>(tiles, {1, 7}));  // the range of an empty tile has to be written as well
  const auto bytes = bytes_to_host();
  ranges_of_tiles({given.data(), tile_of.size()}, {range.data(), tiles});
  wait();
  CHECK(bytes_to_host().value_or(0) - bytes.value_or(0) <= 64);
  CHECK(range.written_around() == "");
  const std::vector<uint2> got = range.read();
  for (unsigned t = 0; t < tiles; ++t) {
    const auto [begin, end] = std::equal_range(tile_of.begin(), tile_of.end(), t);
    const auto first = static_cast<unsigned>(begin - tile_of.begin()), last = static_cast<unsigned>(end - tile_of.begin());
    INFO("tile ", t, " of ", tiles, ", with ", last - first, " of ", tile_of.size(), " pairs");
    if (first == last) {
      REQUIRE(got[t].x == got[t].y);
    } else {
      REQUIRE(got[t].x == first);
      REQUIRE(got[t].y == last);
    }
  }
}

TEST_CASE("part 5: where the pairs of each tile begin and end") {
  check_ranges({0, 0, 1, 1, 1, 2}, 3);
  check_ranges({0}, 1);
  check_ranges(Numbers(300, 0), 1);
}

TEST_CASE("part 5: tiles without pairs") {
  check_ranges({1, 1, 4, 4, 4, 7}, 10);
  check_ranges({9, 9}, 10);
  check_ranges({0, 0}, 10);
  check_ranges({}, 10);
  check_ranges(Numbers(1000, 400), 900);
  check_ranges({0, 899}, 900);
}

TEST_CASE("part 5: many threads in several blocks find them") {
  Numbers tile_of;
  for (unsigned i = 0; i < 9000; ++i) tile_of.push_back(i / 9 * 2);
  CHECK(too_serial({.threads = 500, .blocks = 5, .steps = 2000 * 150}, [&] { check_ranges(tile_of, 2000); }) == "");
}

// Part 6

constexpr double bound = 0.002;  // how far a part of a colour may be from the exact one
constexpr float4 paper{0.9f, 0.8f, 0.7f, 1};

void check_drawn(const Circles& circles, Size size, float4 background = paper) {
  const Lists lists(circles, size);
  DeviceArray<Circle> given(circles);
  DeviceArray<unsigned> circle_of(lists.circle_of);
  DeviceArray<uint2> range(lists.range);
  DeviceArray<float> picture(4 * std::size_t{size.width} * size.height);
  draw_tiles<<<dim3(size.tiles_x(), size.tiles_y()), dim3(tile, tile)>>>(
      {given.data(), circles.size()}, {circle_of.data(), circle_of.size()}, range.data(), size, background, colours(picture));
  wait();
  CHECK(difference_of_pictures(picture.read(), picture_of(circles, size, background), size, bound) == "");
  CHECK(picture.written_around() == "");
}

TEST_CASE("part 6: one circle, no circle") {
  check_drawn({at(20, 18, 11)}, {48, 48});
  check_drawn({}, {48, 48});
  check_drawn({at(20, 18, 11)}, {48, 32}, {0.1f, 0.2f, 0.3f, 0.4f});
}

TEST_CASE("part 6: later circles lie in front of earlier ones") {
  check_drawn({{12, 16, 9, 1, 0, 0, 0.75f}, {20, 16, 9, 0, 1, 0, 0.75f}, {16, 22, 9, 0, 0, 1, 0.75f}}, {32, 32});
  check_drawn({{16, 16, 9, 1, 0, 0, 1}, {18, 16, 9, 0, 1, 0, 1}}, {32, 32});
  check_drawn(circles_in({32, 32}, 40, 12, 2), {32, 32});
}

TEST_CASE("part 6: pictures whose last tiles are not whole") {
  for (const Size size : {Size{40, 37}, {1, 1}, {17, 15}, {31, 33}}) check_drawn(circles_in(size, 30, 12, size.width), size);
}

TEST_CASE("part 6: more circles in a tile than a block has threads") {
  Circles circles = circles_in({32, 16}, 700, 12, 5);
  for (Circle& circle : circles) circle.opacity /= 64;
  check_drawn(circles, {32, 16});
  for (const unsigned count : {255u, 256u, 257u, 512u}) {
    circles = circles_in({16, 16}, count, 20, count);
    for (Circle& circle : circles) circle.opacity /= 32;
    check_drawn(circles, {16, 16});
  }
}

TEST_CASE("part 6: some pixels of a tile are opaque long before others") {
  Circles circles = circles_in({16, 16}, 600, 12, 6);
  for (Circle& circle : circles) circle.opacity /= 64;
  circles.push_back({0, 8, 9, 0.1f, 0.9f, 0.3f, 1});  // in front of all others
  check_drawn(circles, {16, 16});
}

TEST_CASE("part 6: opaque is 0.999, not less") {
  Circles circles{{8, 8, 30, 1, 1, 1, 1}};
  for (const unsigned layers : {4u, 7u, 8u}) {
    circles.resize(1);
    for (unsigned i = 0; i < layers; ++i) circles.push_back({8, 8, 30, 0, 0, 0, 0.5f});
    check_drawn(circles, {16, 16});
  }
}

TEST_CASE("part 6: a block goes through no circles but those of its tile") {
  const Size size{64, 64};
  Circles circles;
  for (unsigned t = 0; t < 16; ++t)
    for (unsigned i = 0; i < 40; ++i) {
      Circle circle = at(static_cast<float>(t % 4 * 16 + 8), static_cast<float>(t / 4 * 16 + 8), 7);
      circle.opacity = 1.0f / 64;
      circles.push_back(circle);
    }
  CHECK(too_serial({.steps = 64 * 64 * 40 * 20}, [&] { check_drawn(circles, size); }) == "");
}

TEST_CASE("part 6: each pixel is drawn by a thread of its own") {
  const Size size{64, 64};
  Circles circles(30, at(32, 32, 100));
  for (Circle& circle : circles) circle.opacity = 1.0f / 64;
  CHECK(too_serial({.threads = 64 * 64 * 0.6, .blocks = 13}, [&] { check_drawn(circles, size); }) == "");
}

// One tile, and a list of 20,000 times the same circle.
void check_steps(const Circle& circle, Size size, std::uint64_t steps) {
  const unsigned layers = 20'000;
  DeviceArray<Circle> given(Circles{circle});
  DeviceArray<unsigned> circle_of(Numbers(layers, 0));
  DeviceArray<uint2> range(std::vector<uint2>{{0, layers}});
  DeviceArray<float> picture(4 * std::size_t{size.width} * size.height);
  CHECK(too_serial({.steps = steps}, [&] {
          draw_tiles<<<1, dim3(tile, tile)>>>({given.data(), 1}, {circle_of.data(), layers}, range.data(), size, paper, colours(picture));
          wait();
        }) == "");
  const std::vector<float> expected = picture_of(Circles(20, circle), size, paper);
  CHECK(difference_of_pictures(picture.read(), expected, size, bound) == "");
}

TEST_CASE("part 6: a block whose pixels are opaque stops") {
  check_steps({8, 8, 20, 0.2f, 0.4f, 0.6f, 1}, {16, 16}, 256 * 100);
  check_steps({8, 8, 20, 0.2f, 0.4f, 0.6f, 0.5f}, {16, 16}, 256 * 300);
  check_steps({8, 8, 20, 0.2f, 0.4f, 0.6f, 1}, {9, 11}, 256 * 100);  // threads without a pixel wait for nothing
}

// All parts

void check_render(const Circles& circles, Size size) {
  DeviceArray<Circle> given(circles);
  DeviceArray<float> picture(4 * std::size_t{size.width} * size.height);
  render({given.data(), circles.size()}, size, paper, colours(picture));
  wait();
  CHECK(difference_of_pictures(picture.read(), picture_of(circles, size, paper), size, bound) == "");
  CHECK(picture.written_around() == "");
}

TEST_CASE("all parts: a picture equals the one drawn by brute force") {
  check_render({}, {40, 37});
  check_render({at(-50, -50, 9)}, {40, 37});
  check_render({at(20, 20, 90)}, {40, 37});
  check_render(circles_in({40, 37}, 200, 9, 1), {40, 37});
  check_render(circles_in({70, 53}, 1500, 6, 2), {70, 53});
}
