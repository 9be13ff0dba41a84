// Tangled from chapters/13-convolution.md. Edit there. [sha1 19f74666f514393ca8486dfdf2c488d4e7e1a0d0]
#include <algorithm>
#include <cstdio>
#include <fstream>

#include <cufft.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/complex.cuh"

struct Tone {
  double hertz, strength;
};
const std::vector<Tone> tones = {{220, 0.6}, {440, 1.0}, {528, 0.8}, {660, 0.4}, {880, 0.5}};
constexpr int rate = 8192;  // samples in the one second of sound

std::vector<float> sound(const std::vector<Tone>& tones, float noise) {
  std::vector<float> samples = weft::random_numbers(rate, 1);
  for (int j = 0; j < rate; ++j) {
    samples[j] *= noise;
    for (const auto& [hertz, strength] : tones)
      samples[j] += strength * std::sin(2 * std::numbers::pi * hertz * j / rate);
  }
  return samples;
}

// The amplitude of each frequency, from 0 to half the rate, in steps of 1 Hz.
std::vector<double> strengths(const std::vector<float>& samples) {
  const weft::Buffer<float> from(samples);
  weft::Buffer<cufftComplex> to(rate / 2 + 1);
  cufftHandle plan = CUFFT_PLAN_NULL;
  CHECK(cufftPlan1d(&plan, rate, CUFFT_R2C, 1) == CUFFT_SUCCESS);
  CHECK(cufftExecR2C(plan, const_cast<float*>(from.data()), to.data()) == CUFFT_SUCCESS);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
  std::vector<double> result;
  for (const auto& [x, y] : to.to_host()) result.push_back(std::hypot(x, y) * 2 / rate);
  return result;
}

TEST_CASE("the five strongest frequencies are the five tones, with their amplitudes") {
  const auto samples = sound(tones, 1);
  auto found = strengths(samples);
  std::ofstream file("bell.txt");
  for (int j = 0; j < 60; ++j) file << samples[j] << ' ';
  file << '\n';
  for (int k = 0; k < 1000; ++k) file << found[k] << ' ';

  for (const auto& [hertz, strength] : tones) {
    auto& bin = found[static_cast<std::size_t>(hertz)];
    CHECK(std::abs(bin - strength) < 0.03);
    std::printf("%4.0f Hz: %.1f\n", hertz, bin);
    bin = 0;
  }
  CHECK(*std::max_element(found.begin(), found.end()) < 0.05);  // the noise
}

TEST_CASE("a tone between two bins appears in both, and a little in all others") {
  const auto found = strengths(sound({{440.5, 1.0}}, 0));
  CHECK(std::abs(found[440] - 2 / std::numbers::pi) < 1e-3);
  CHECK(std::abs(found[441] - 2 / std::numbers::pi) < 1e-3);
  CHECK(found[450] > 0.03);
  CHECK(found[450] < 0.04);
}
