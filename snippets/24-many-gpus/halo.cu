// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 17290f80785b3551f24758def7c21bc19650cd16]
#include <algorithm>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/clock.cuh"
#include "common/measure.cuh"
#include "common/slab.cuh"

std::vector<float> some_volume(weft::Shape shape) {
  std::mt19937 bits(12);
  std::vector<float> volume(shape.size());
  for (float& value : volume) value = static_cast<float>(bits() >> 8) * 0x1p-24f;
  return volume;
}

// `parts` devices, as many different ones as are available.
std::vector<int> in_turn(std::size_t parts) {
  const std::vector<int> all = weft::all_devices();
  std::vector<int> devices;
  for (std::size_t p = 0; p < parts; ++p) devices.push_back(all[p % all.size()]);
  return devices;
}

TEST_CASE("on any number of slabs, overlapped or not, the bits are those of the host") {
  for (const weft::Shape shape : {weft::Shape{10, 5, 9}, {23, 10, 37}}) {
    const std::vector<float> start = some_volume(shape);
    const std::vector<float> expected = weft::swept_on_host(shape, start, 6);
    for (const std::size_t parts : {1, 2, 3, 4, 5, 8})
      for (const bool hide : {true, false}) {
        CAPTURE(parts);
        weft::Slabs slabs(in_turn(parts), shape, start);
        for (int i = 0; i < 3; ++i) slabs.step(hide);
        slabs.steps_by_threads(3, hide);
        CHECK(slabs.to_host() == expected);
      }
  }
}

TEST_CASE("planes are divided evenly, and there are never more parts than planes") {
  CHECK(weft::part_of(10, 3, 0).first == 1);
  CHECK(weft::part_of(10, 3, 2).first + weft::part_of(10, 3, 2).count == 9);
  CHECK(weft::part_of(10, 3, 1).count == 3);
  CHECK_THROWS_AS(weft::part_of(4, 3, 0), std::length_error);
}

double seconds_a_step(weft::Slabs& slabs, bool hide, bool by_threads) {
  constexpr int steps = 50;
  return weft::by_the_clock(5, [&] {
    if (by_threads)
      slabs.steps_by_threads(steps, hide);
    else
      for (int i = 0; i < steps; ++i) slabs.step(hide);
    slabs.wait();
  }) / steps;
}

TEST_CASE("what the exchange costs, hidden and not" * doctest::skip(!weft::measuring())) {
  const std::size_t most = std::max<std::size_t>(2, weft::all_devices().size());
  for (const std::size_t n : {64, 128, 256, 384, 512}) {
    const auto cubes = [&](std::size_t parts) {
      const weft::Shape shape{parts * (n - 2) + 2, n, n};
      return weft::Slabs(in_turn(parts), shape, std::vector<float>(shape.size(), 1.0f));
    };
    weft::Slabs one = cubes(1);
    const double alone = seconds_a_step(one, false, false);
    for (std::size_t parts = 2; parts <= most; parts *= 2) {
      weft::Slabs several = cubes(parts);
      const auto report = [&](const char* how, bool hide, bool by_threads) {
        const double more = seconds_a_step(several, hide, by_threads) - alone;
        weft::report({std::to_string(parts) + how, 1.0 * n, "points per side", 1e6 * more, "µs per step"});
      };
      report(", not hidden", false, false);
      report(", hidden", true, false);
      report(", hidden, one thread each", true, true);
    }
  }
}
