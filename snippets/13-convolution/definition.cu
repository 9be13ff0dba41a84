// Tangled from chapters/13-convolution.md. Edit there. [sha1 4479655253f6b6fb0a9fe6c2f8294705f0cc4eeb]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/complex.cuh"

using weft::Complex;

// Transforms of n points each, by definition. Each thread computes one bin.
__global__ void by_definition(const Complex* from, Complex* to, const Complex* roots, unsigned n,
                              std::size_t all) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= all) return;
  const unsigned k = static_cast<unsigned>(i % n);
  const Complex* const x = from + (i - k);
  Complex sum{0, 0};
  for (unsigned j = 0, power = 0; j < n; ++j) {
    sum = sum + x[j] * roots[power];
    power = power + k < n ? power + k : power + k - n;  // j k, modulo n
  }
  to[i] = sum;
}

constexpr unsigned n = 60;

std::vector<Complex> spectrum_of(const std::vector<Complex>& x) {
  std::vector<Complex> roots;
  for (unsigned k = 0; k < n; ++k) roots.push_back(weft::root(k, n));
  const weft::Buffer<Complex> from(x), table(roots);
  weft::Buffer<Complex> to(x.size());
  by_definition<<<2, 64>>>(from.data(), to.data(), table.data(), n, x.size());
  weft::check(cudaGetLastError());
  return to.to_host();
}

TEST_CASE("a warp looks up its factors in many sectors") {
  constexpr unsigned points = 1024;
  const std::vector<Complex> zeros(points);
  const weft::Buffer<Complex> from(zeros), table(zeros);
  weft::Buffer<Complex> to(points);
  const auto seen = loom::observe([&] {
    by_definition<<<points / 256, 256>>>(from.data(), to.data(), table.data(), points, points);
  });
  // Of two loads per product, one takes a single sector.
  CHECK(seen.global_loads.sectors_per_request() > 12);
  std::printf("%.1f sectors per load\n", seen.global_loads.sectors_per_request());
}

TEST_CASE("an impulse spreads equally over all bins, a constant fills one, a wave two") {
  std::vector<Complex> impulse(n), wave;
  impulse[7] = {1, 0};
  for (const Complex z : spectrum_of(impulse)) CHECK(size(z) == doctest::Approx(1).epsilon(1e-6));
  for (unsigned j = 0; j < n; ++j) wave.push_back({weft::root(5 * j, n).x, 0});
  const auto ones = spectrum_of(std::vector<Complex>(n, {1, 0})), bins = spectrum_of(wave);
  for (unsigned k = 0; k < n; ++k) {
    CHECK(std::abs(size(ones[k]) - (k == 0 ? n : 0)) < 1e-4);
    CHECK(std::abs(size(bins[k]) - (k == 5 || k == n - 5 ? n / 2 : 0)) < 1e-4);
  }
  std::printf("the wave: %.1f in bin 5, %.1f in bin 6, %.1f in bin 55\n", size(bins[5]),
              size(bins[6]), size(bins[55]));
}
