#include <cufft.h>
#include <doctest/doctest.h>

#include "support.hpp"

#include "13-convolution/strongest-tone.hpp"

struct Tone {
  double turns, strength, phase;  // periods within all samples
};

std::vector<float> sound(std::size_t n, const std::vector<Tone>& tones, double offset = 0) {
  std::vector<float> samples(n);
  for (std::size_t j = 0; j < n; ++j) {
    double sum = offset;
    for (const auto& [turns, strength, phase] : tones)
      sum += strength * std::cos(2 * std::numbers::pi * turns * static_cast<double>(j) / static_cast<double>(n) + phase);
    samples[j] = static_cast<float>(sum);
  }
  return samples;
}

TEST_CASE("a tone with an integer number of periods") {
  for (const std::size_t n : {2, 8, 100, 101, 4096})
    for (const std::size_t turns : {std::size_t{1}, n / 4, (n - 1) / 2})
      if (turns > 0) {
        CAPTURE(n);
        CAPTURE(turns);
        const double hertz = static_cast<double>(turns) * 48'000 / static_cast<double>(n);
        CHECK(difference(strongest_tone(sound(n, {{1.0 * static_cast<double>(turns), 1, 0.3}}), 48'000), hertz, 1e-12) == "");
      }
}

TEST_CASE("the highest possible frequency") {
  CHECK(difference(strongest_tone({1, -1, 1, -1, 1, -1}, 600), 300, 1e-12) == "");
  CHECK(difference(strongest_tone({1, -1}, 10), 5, 1e-12) == "");
  CHECK(difference(strongest_tone(sound(7, {{3, 1, 0.5}}), 7), 3, 1e-12) == "");
}

TEST_CASE("a constant is not a tone") {
  CHECK(difference(strongest_tone(sound(64, {{5, 0.1, 0}}, 100), 64), 5, 1e-12) == "");
  CHECK(difference(strongest_tone(sound(64, {{5, 0.1, 0}}, -100), 64), 5, 1e-12) == "");
}

TEST_CASE("a tone that begins as a sine or a cosine, or inverted") {
  for (const double phase : {0.0, 1.6, 3.2, 4.7})
    for (const double other : {0.0, 1.6, 3.2, 4.7})
      CHECK(difference(strongest_tone(sound(256, {{40, 1.0, phase}, {90, 0.8, other}, {11, 0.9, other}}), 512), 80, 1e-12) == "");
}

TEST_CASE("between two frequencies, the nearer one") {
  CHECK(difference(strongest_tone(sound(1000, {{77.3, 1, 0}}), 1000), 77, 1e-12) == "");
  CHECK(difference(strongest_tone(sound(1000, {{77.7, 1, 0}}), 1000), 78, 1e-12) == "");
}

TEST_CASE("the samples are transformed on the device") {
  const std::vector<float> samples = sound(4096, {{77, 1, 0}});
  const auto before = bytes_to_host();
  CHECK(difference(strongest_tone(samples, 4096), 77, 1e-12) == "");
  if (before) CHECK(*bytes_to_host() > *before);
  without_memory([&] { CHECK_THROWS(strongest_tone(samples, 4096)); });
}

#ifdef __LOOM__
TEST_CASE("no plan is left behind") {
  const auto next_plan = [] {  // loom numbers plans upwards
    cufftHandle plan;
    REQUIRE(cufftCreate(&plan) == CUFFT_SUCCESS);
    REQUIRE(cufftDestroy(plan) == CUFFT_SUCCESS);
    return plan;
  };
  const cufftHandle first = next_plan();
  strongest_tone({1, -1, 1, -1, 1, -1}, 600);
  for (cufftHandle plan = first, end = next_plan(); plan < end; ++plan) {
    std::size_t bytes = 0;
    CHECK(cufftGetSize(plan, &bytes) == CUFFT_INVALID_PLAN);
  }
}
#endif
