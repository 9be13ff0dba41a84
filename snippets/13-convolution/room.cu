// Tangled from chapters/13-convolution.md. Edit there. [sha1 f945468bbb276bd91b2cbaa0f36d3d2b2a0e7969]
#include <cstdio>
#include <fstream>

#include <doctest/doctest.h>

#include "common/plan.cuh"

using weft::Complex;

// Multiplies each spectrum by the filter's, `bins` bins each. Each block handles one spectrum.
__global__ void multiply(Complex* spectra, const Complex* by, unsigned bins) {
  Complex* const mine = spectra + std::size_t{blockIdx.x} * bins;
  for (unsigned k = threadIdx.x; k < bins; k += blockDim.x) mine[k] = mine[k] * by[k];
}

// Circular convolutions of n samples with one filter. The filter is transformed once.
class Circular {
 public:
  Circular(std::vector<float> filter, int n)
      : n_(n), there_(n, CUFFT_R2C), back_(n, CUFFT_C2R), filter_(n / 2 + 1), bins_(n / 2 + 1) {
    for (float& tap : filter) tap /= static_cast<float>(n);  // scaling here costs nothing
    filter.resize(n);
    there_.forward(weft::Buffer<float>(filter).data(), filter_.data());
  }
  std::vector<float> operator()(std::vector<float> signal) {
    signal.resize(n_);
    weft::Buffer<float> numbers(signal);
    there_.forward(numbers.data(), bins_.data());
    multiply<<<1, 256>>>(bins_.data(), filter_.data(), n_ / 2 + 1);
    weft::check(cudaGetLastError());
    back_.inverse(bins_.data(), numbers.data());
    return numbers.to_host();
  }

 private:
  int n_;
  weft::Plan there_, back_;
  weft::Buffer<Complex> filter_, bins_;
};

using Floats = std::vector<float>;

// The direct sound, echoes from five walls, and faint noise.
Floats made_room() {
  Floats taps = weft::random_numbers(3000, 3);
  for (int j = 0; j < 3000; ++j) taps[j] *= 0.05 * std::exp(-j / 600.0);
  const std::pair<int, float> echoes[] = {{0, 1.0f},   {310, 0.5f},  {470, 0.4f},
                                          {905, 0.3f}, {1400, 0.2f}, {2100, 0.1f}};
  for (const auto& [delay, strength] : echoes) taps[delay] = strength;
  return taps;
}

Floats clap() {
  const Floats noise = weft::random_numbers(200, 4);
  Floats samples(8192);
  for (int j = 0; j < 200; ++j) samples[6800 + j] = std::exp(-j / 50.0) * noise[j];
  return samples;
}

Floats direct_sum(const Floats& x, const Floats& h) {
  std::vector<double> sums(x.size() + h.size() - 1);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; x[i] != 0 && j < h.size(); ++j) sums[i + j] += 1.0 * h[j] * x[i];
  return {sums.begin(), sums.end()};
}

// The largest difference. NaN is kept.
double worst(const Floats& is, const Floats& should) {
  double off = 0;
  for (std::size_t i = 0; i < should.size(); ++i) {
    const double here = std::abs(1.0 * is.at(i) - should[i]);
    off = here <= off ? off : here;
  }
  return off;
}

TEST_CASE("with padding, the convolution equals the direct sum, for any lengths") {
  for (const auto& [size, taps] : {std::pair{1, 2}, {50, 11}, {257, 31}, {31, 257}, {1000, 999}}) {
    const Floats x = weft::random_numbers(size, 5), h = weft::random_numbers(taps, 6);
    for (const int n : {size + taps - 1, 2 * (size + taps)})
      CHECK(worst(Circular(h, n)(x), direct_sum(x, h)) < 1e-4);
  }
}

TEST_CASE("without padding, the end of the sound is heard at the beginning") {
  const Floats room = made_room(), dry = clap(), wet = direct_sum(dry, room);
  const int size = static_cast<int>(dry.size());
  const Floats padded = Circular(room, 16384)(dry), wrapped = Circular(room, size)(dry);
  CHECK(worst(padded, wet) < 1e-5);
  CHECK(worst(wrapped, Floats(wet.begin(), wet.begin() + size)) > 0.1);
  Floats folded(wet.begin(), wet.begin() + size);
  for (std::size_t i = size; i < wet.size(); ++i) folded[i - size] += wet[i];
  CHECK(worst(wrapped, folded) < 1e-5);

  Floats last(size);
  last.back() = 1;  // the smallest case: an impulse at the last sample
  const Floats of_last = Circular(room, size)(last);
  CHECK(of_last.back() == doctest::Approx(room[0]));
  CHECK(of_last[469] == doctest::Approx(room[470]));
  std::printf("an impulse at sample %d: its echo of 470 samples is at %d\n", size - 1, 469);

  std::ofstream file("room.txt");
  for (const Floats& row : {dry, padded, wrapped}) {
    for (int i = 0; i < size + 3000; ++i)
      file << (i < static_cast<int>(row.size()) ? row[i] : 0.0f) << ' ';
    file << '\n';
  }
}

TEST_CASE("in two dimensions, padding in both directions gives the direct sum") {
  constexpr int rows = 21 + 5 - 1, columns = 30 + 3 - 1, bins = rows * (columns / 2 + 1);
  Floats picture(rows * columns), mask(rows * columns), expected(rows * columns);
  for (int r = 0; r < 21; ++r)
    for (int c = 0; c < 30; ++c) picture[r * columns + c] = (r * 7 + c * 29) % 23;
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 3; ++c) mask[r * columns + c] = (r * r + c) % 7;
  for (int i = 0; i < rows * columns; ++i)
    for (int j = 0; i + j < rows * columns; ++j) expected[i + j] += picture[i] * mask[j];

  weft::Plan there(rows, columns, CUFFT_R2C), back(rows, columns, CUFFT_C2R);
  weft::Buffer<float> plane(picture);
  const weft::Buffer<float> filter(mask);
  weft::Buffer<Complex> spectrum(bins), of_filter(bins);
  there.forward(plane.data(), spectrum.data());
  there.forward(filter.data(), of_filter.data());
  multiply<<<1, 256>>>(spectrum.data(), of_filter.data(), bins);
  back.inverse(spectrum.data(), plane.data());
  Floats result = plane.to_host();
  CHECK(worst(result, expected) > 100);  // not scaled yet
  for (float& value : result) value /= rows * columns;
  CHECK(worst(result, expected) < 1e-3);
}
