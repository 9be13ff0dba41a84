// Tangled from chapters/13-convolution.md. Edit there. [sha1 52f7ee00ada282d7d6659dda6e70da27e764cb3d]
#include <algorithm>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/picture.cuh"
#include "common/plan.cuh"

using weft::Complex;
using Picture = weft::Picture<unsigned char>;

// Multiplies each bin of a real plane's half spectrum by a Gaussian of width s, and scales.
__global__ void weaken(Complex* spectrum, int rows, int columns, float s) {
  const int half = columns / 2 + 1;
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= rows * half) return;
  const int row = i / half, across = i % half, down = row <= rows / 2 ? row : rows - row;
  const float f2 = static_cast<float>(down * down + across * across);
  spectrum[i] = expf(-f2 / (2 * s * s)) / static_cast<float>(rows * columns) * spectrum[i];
}

std::vector<float> low_pass(const Picture& picture, float s) {
  const int rows = static_cast<int>(picture.rows), columns = static_cast<int>(picture.columns);
  const int bins = rows * (columns / 2 + 1);
  weft::Buffer<float> plane(std::vector<float>(picture.pixels.begin(), picture.pixels.end()));
  weft::Buffer<Complex> spectrum(bins);
  weft::Plan(rows, columns, CUFFT_R2C).forward(plane.data(), spectrum.data());
  weaken<<<(bins + 255) / 256, 256>>>(spectrum.data(), rows, columns, s);
  weft::check(cudaGetLastError());
  weft::Plan(rows, columns, CUFFT_C2R).inverse(spectrum.data(), plane.data());
  return plane.to_host();
}

TEST_CASE("a wave is attenuated by the Gaussian at its frequency, in any direction") {
  for (const auto& [down, across] : {std::pair{0, 0}, {0, 9}, {9, 0}, {-9, 9}, {15, 20}}) {
    Picture wave{60, 75, {}};
    for (int i = 0; i < 60 * 75; ++i)
      wave.pixels.push_back(
          128.5 + 100 * weft::root(i / 75 * (60 + down) * 75 + i % 75 * across * 60, 60 * 75).x);
    const auto soft = low_pass(wave, 12);
    const double expected = std::exp(-(down * down + across * across) / 288.0);
    for (int i = 0; i < 60 * 75; ++i)
      CHECK(std::abs(soft[i] - 128 - expected * (wave.pixels[i] - 128.0)) < 1);
  }
}

TEST_CASE("a cat's low frequencies, and the rest") {
  const auto here = std::filesystem::path(__FILE__).parent_path();
  const Picture cat = weft::read_grey(
      here / "../../chapters/figures/08-constant-and-texture-memory-photograph.pgm");
  const auto slow = low_pass(cat, 12);
  double energy = 0, of_quick = 0;
  Picture shown = cat;  // low frequencies in the left half, the others right
  for (std::size_t i = 0; i < slow.size(); ++i) {
    const float quick = cat.pixels[i] - slow[i];
    const float grey = i % cat.columns < cat.columns / 2 ? slow[i] : quick + 128;
    shown.pixels[i] = static_cast<unsigned char>(std::clamp(grey + 0.5f, 0.0f, 255.0f));
    energy += 1.0 * cat.pixels[i] * cat.pixels[i], of_quick += quick * quick;
  }
  CHECK(of_quick < 0.04 * energy);
  std::printf("high frequencies have %.1f %% of the energy\n", 100 * of_quick / energy);
  write_picture("halves.pgm", shown);
}
