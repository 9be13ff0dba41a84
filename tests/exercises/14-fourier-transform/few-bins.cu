#include <doctest/doctest.h>

#include "support.hpp"

#include "14-fourier-transform/few-bins.hpp"

// The largest error, relative to the sum of all magnitudes. NaN is kept.
double worst_error(const std::vector<float>& values, const std::vector<unsigned>& bins, unsigned blocks = 3) {
  DeviceArray<float> x(values);
  DeviceArray<unsigned> wanted(bins);
  DeviceArray<float> parts(2 * bins.size());
  few_bins<<<blocks, 256>>>({x.data(), values.size()}, {wanted.data(), bins.size()}, reinterpret_cast<weft::Complex*>(parts.data()));
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(parts.written_around() == "");
  const std::vector<float> found = parts.read();
  double worst = 0, sizes = 0;
  for (const float value : values) sizes += std::abs(value);
  for (std::size_t b = 0; b < bins.size(); ++b) {
    weft::Exact sum = 0;
    for (std::size_t j = 0; j < values.size(); ++j) {
      const double turns = static_cast<double>(j * bins[b] % values.size()) / static_cast<double>(values.size());
      sum += 1.0 * values[j] * std::polar(1.0, -2 * std::numbers::pi * turns);
    }
    const double off = std::abs(weft::Exact(found[2 * b], found[2 * b + 1]) - sum) / sizes;
    worst = off <= worst ? worst : off;
  }
  return worst;
}

TEST_CASE("any number of values, any bins") {
  for (const std::size_t n : {1, 2, 31, 255, 257, 1000})
    CHECK(worst_error(random_values<float>(n, 3), {0, 1 % static_cast<unsigned>(n), static_cast<unsigned>(n) - 1, static_cast<unsigned>(n / 3)}) < 1e-6);
}

TEST_CASE("more and fewer bins than blocks") {
  const std::vector<float> x = random_values<float>(300, 8);
  std::vector<unsigned> bins;
  for (unsigned b = 0; b < 10; ++b) bins.push_back(b * b * 3);
  for (const unsigned blocks : {1u, 4u, 25u}) CHECK(worst_error(x, bins, blocks) < 1e-6);
  CHECK(worst_error(x, {}, 2) == 0);
}

TEST_CASE("a wave that begins as a sine has a negative imaginary part") {
  std::vector<float> wave(64);
  for (int j = 0; j < 64; ++j) wave[j] = std::sin(2 * 3.14159265f * 5 * j / 64);
  CHECK(worst_error(wave, {5, 59}) < 1e-6);
}

TEST_CASE("a hundred thousand values, high bins") {
  CHECK(worst_error(random_values<float>(100'003, 5), {1, 99'999, 50'001, 70'707}) < 1e-7);
}

TEST_CASE("a hundred thousand values, a tone") {
  constexpr std::size_t n = 100'003;
  for (const std::size_t bin : {1, 50'001, 99'999}) {
    std::vector<float> tone(n);
    for (std::size_t j = 0; j < n; ++j)
      tone[j] = static_cast<float>(std::cos(2 * std::numbers::pi * static_cast<double>(j * bin % n) / n));
    CHECK(worst_error(tone, {static_cast<unsigned>(bin)}) < 1e-6);  // all terms add up, so errors of the factors do, too
  }
}

#ifdef __LOOM__
TEST_CASE("each bin is summed by one block, with coalesced loads and without atomic operations") {
  DeviceArray<float> x(random_values<float>(4096, 1));
  DeviceArray<unsigned> bins(std::vector<unsigned>{1, 2, 3, 4, 5});
  DeviceArray<float> parts(10);
  const loom::Seen seen = loom::observe(
      [&] { few_bins<<<5, 256>>>({x.data(), 4096}, {bins.data(), 5}, reinterpret_cast<weft::Complex*>(parts.data())); });
  CHECK(seen.global_loads.bytes < 5 * 3 * 4096 * 4);  // each value once per bin, or twice, and the bin's number
  CHECK(seen.global_loads.sectors_per_request() <= 4);
  CHECK(seen.global_atomics.requests == 0);
  CHECK(seen.shared_atomics.requests == 0);
  CHECK(seen.global_stores.requests == 5);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> x(random_values<float>(4096, 1)), parts(10);
  DeviceArray<unsigned> bins(std::vector<unsigned>{1, 2, 3, 4, 5});
  CHECK(too_serial({.threads = 600, .blocks = 4}, [&] {
          few_bins<<<5, 256>>>({x.data(), 4096}, {bins.data(), 5}, reinterpret_cast<weft::Complex*>(parts.data()));
        }) == "");
}
