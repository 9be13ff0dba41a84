#include <doctest/doctest.h>

#include "support.hpp"

#include "30-a-renderer/soft-edge.hpp"

// Of each pixel, how many samples lie inside for certain, and how many so near the edge that rounding decides.
struct Inside {
  unsigned surely = 0, perhaps = 0;
};

Inside inside(std::uint64_t seed, const Circle& circle, unsigned x, unsigned y, unsigned samples) {
  const auto keys = weft::philox_keys(seed);
  Inside counts;
  for (unsigned s = 0; s < samples; ++s) {
    const uint4 words = weft::philox({s, 0, x, y}, keys.data());
    const double dx = x + (words.x >> 8) * 0x1p-24 - circle.x, dy = y + (words.y >> 8) * 0x1p-24 - circle.y;
    const double beyond = std::sqrt(dx * dx + dy * dy) - circle.radius;
    if (std::abs(beyond) < 1e-4) ++counts.perhaps;
    else if (beyond < 0) ++counts.surely;
  }
  return counts;
}

std::vector<float> check(const Circle& circle, unsigned width, unsigned height, unsigned samples, unsigned blocks = 4, unsigned threads = 64,
                         std::uint64_t seed = 2026) {
  DeviceArray<float> coverage(std::size_t{width} * height);
  draw_soft_with(seed, circle, width, height, samples, coverage.data(), blocks, threads);
  require_success(cudaDeviceSynchronize());
  CHECK(coverage.written_around() == "");
  const std::vector<float> got = coverage.read();
  for (unsigned i = 0; i < got.size(); ++i) {
    const auto [surely, perhaps] = inside(seed, circle, i % width, i / width, samples);
    INFO("pixel (", i % width, ", ", i / width, "): ", surely, " of ", samples, " samples lie inside");
    REQUIRE(got[i] >= static_cast<float>(surely) / static_cast<float>(samples) - 1e-6f);
    REQUIRE(got[i] <= static_cast<float>(surely + perhaps) / static_cast<float>(samples) + 1e-6f);
  }
  return got;
}

TEST_CASE("coverage is the share of the given samples") {
  check({10, 8.5f, 6.25f}, 21, 17, 16);
  check({10, 8.5f, 6.25f}, 21, 17, 1);
  check({10, 8.5f, 6.25f}, 9, 40, 7);
}

TEST_CASE("circles partly and wholly outside, radius 0, around everything") {
  check({-2, 5, 6}, 20, 13, 8);
  check({20, 13, 6}, 20, 13, 8);
  check({-20, 5, 6}, 20, 13, 8);
  check({7, 5, 0}, 20, 13, 8);
  check({7, 5, 500}, 20, 13, 8);
}

// Of pixel (0, 0), whose samples are exact. The last one lies on the edge of a circle around it with radius 0.
TEST_CASE("a point on the edge counts") {
  const uint4 words = weft::philox({7, 0, 0, 0}, weft::philox_keys(2026).data());
  const float u = static_cast<float>(words.x >> 8) / (1 << 24), v = static_cast<float>(words.y >> 8) / (1 << 24);
  CHECK(check({u, v, 0}, 3, 2, 8)[0] == 0.125f);
}

TEST_CASE("another seed gives other samples") {
  const auto one = check({10, 8.5f, 6.25f}, 21, 17, 16, 4, 64, 1), other = check({10, 8.5f, 6.25f}, 21, 17, 16, 4, 64, 1ull << 32);
  CHECK(one != other);
}

TEST_CASE("the same picture for any launch") {
  const auto picture = check({20, 18, 14.5f}, 40, 37, 8, 1, 32);
  for (const auto& [blocks, threads] : {std::pair{1u, 1u}, {3u, 33u}, {6u, 256u}, {47u, 32u}, {100u, 64u}})
    CHECK(difference(check({20, 18, 14.5f}, 40, 37, 8, blocks, threads), picture) == "");
}

TEST_CASE("the sum of all coverages is the area of the circle") {
  double area = 0;
  for (const float part : check({9.3f, 8.1f, 6.5f}, 19, 17, 256)) area += part;
  // The edge crosses fewer than 60 pixels, each with a standard deviation of at most 1/32: four times the root of 60 / 32².
  CHECK(std::abs(area - 3.14159265 * 6.5 * 6.5) < 1);
}

TEST_CASE("many threads in several blocks draw") {
  CHECK(too_serial({.threads = 400, .blocks = 6, .steps = 64 * 32 * 8 * 40}, [] { check({30, 15, 12}, 64, 32, 8, 8, 64); }) == "");
}
