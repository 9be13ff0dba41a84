// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 52c032b15ae85814b2efc54850530263a2e58a2e]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/fft.cuh"
#include "common/measure.cuh"
#include "common/plan.cuh"
#include "common/side-by-side.cuh"

using weft::Complex;

std::vector<Complex> all_roots(unsigned n) {
  std::vector<Complex> roots;
  for (unsigned k = 0; k < n; ++k) roots.push_back(weft::root(k, n));
  return roots;
}

void fill(weft::Buffer<Complex>& numbers) {
  const std::size_t all = numbers.size(), some = std::min<std::size_t>(all, 1 << 20);
  const auto parts = weft::random_numbers(2 * some, 9);
  for (std::size_t i = 0; i < all; i += some)
    weft::check(cudaMemcpy(numbers.data() + i, parts.data(),
                           std::min(some, all - i) * sizeof(Complex), cudaMemcpyHostToDevice));
}

// The largest error of the given transforms.
double worst_error(const weft::Buffer<Complex>& from, const weft::Buffer<Complex>& to, unsigned n,
                   const std::vector<std::size_t>& which) {
  double worst = 0;
  std::vector<Complex> x(n), is(n);
  for (const std::size_t t : which) {
    for (auto& [here, there] : {std::pair{&x, &from}, {&is, &to}})
      weft::check(cudaMemcpy(here->data(), there->data() + t * n, n * sizeof(Complex), cudaMemcpyDeviceToHost));
    const double off = weft::error_of(is.data(), weft::exact_transform(weft::widened(x)));
    worst = off <= worst ? worst : off;  // keeps NaN
  }
  return worst;
}

template <unsigned n, unsigned m>
std::vector<Complex> spectra_of(const std::vector<Complex>& x) {
  static const weft::Fft<n, m> fft;
  const weft::Buffer<Complex> from(x);
  weft::Buffer<Complex> to(std::vector<Complex>(x.size(), {NAN, NAN}));
  fft.forward(from.data(), to.data(), x.size() / n);
  return to.to_host();
}

template <unsigned n, unsigned m = 16>
void expect_known_spectra() {
  std::vector<Complex> x(3 * n);  // an impulse, a constant, a wave
  x[n - 1] = {1, 0};
  for (unsigned j = 0; j < n; ++j) x[n + j] = {1, 0}, x[2 * n + j] = weft::root(n - 5 * j % n, n);
  const auto bins = spectra_of<n, m>(x);
  for (unsigned k = 0; k < n; ++k) {
    const Complex turning = weft::root(std::size_t{n - 1} * k, n);
    CHECK(size(bins[k] - turning) < 1e-6);
    CHECK(size(bins[n + k] - Complex{k == 0 ? 1.0f * n : 0.0f, 0}) < 1e-6 * n);
    CHECK(size(bins[2 * n + k] - Complex{k == 5 ? 1.0f * n : 0.0f, 0}) < 1e-6 * n);
  }
}

template <unsigned n>
void expect_laws() {
  weft::Buffer<Complex> x(2 * n), to(2 * n), back(2 * n);
  fill(x);
  const weft::Fft<n> fft;
  fft.forward(x.data(), to.data(), 2);
  CHECK(worst_error(x, to, n, {0, 1}) < 3e-7);
  fft.inverse(to.data(), back.data(), 2);
  const auto a = x.to_host(), bins = to.to_host(), there_and_back = back.to_host();
  fft.forward(x.data(), x.data(), 2);  // in place
  const auto in_place = x.to_host();
  std::vector<Complex> sum;
  double energy = 0, of_bins = 0;
  for (unsigned i = 0; i < 2 * n; ++i) {
    CHECK(size(1.0f / n * there_and_back[i] - a[i]) < 1e-5);
    CHECK(size(in_place[i] - bins[i]) == 0);
    energy += size(a[i]) * size(a[i]), of_bins += size(bins[i]) * size(bins[i]);
    if (i < n) sum.push_back(a[i] + 2.0f * a[n + i]);
  }
  CHECK(of_bins == doctest::Approx(n * energy).epsilon(1e-5));
  const auto of_sum = spectra_of<n, 16>(sum);
  for (unsigned k = 0; k < n; ++k)
    CHECK(size(of_sum[k] - (bins[k] + 2.0f * bins[n + k])) < 3e-6 * std::sqrt(1.0 * n));
}

TEST_CASE("an impulse, a constant and a wave have their known spectra") {
  expect_known_spectra<512>();
  expect_known_spectra<1024>();
  expect_known_spectra<2048>();
  expect_known_spectra<4096>();
  expect_known_spectra<1024, 32>();
}

TEST_CASE("random values: the host's bins, the inverse, linearity, Parseval") {
  expect_laws<1024>();
  expect_laws<4096>();
}

template <unsigned n>
void expect_one_pass() {
  const weft::Fft<n> fft;
  weft::Buffer<Complex> x(2 * n), to(2 * n);
  fill(x);
  const auto seen = loom::observe([&] { fft.forward(x.data(), to.data(), 2); });
  CHECK(seen.global_stores.requests == 2 * n / 32);
  CHECK(seen.global_stores.sectors_per_request() == 8);
  CHECK(seen.shared_stores.requests == 2 * 2 * n / 32);
  CHECK(seen.shared_loads.requests == 2 * 2 * n / 32);
  CHECK(seen.shared_stores.conflicts <= seen.shared_stores.requests / 4);  // a GPU counts a few
  CHECK(seen.shared_loads.conflicts <= seen.shared_loads.requests / 4);
  std::printf("%4u points: %.0f loads, %.0f stores, %.0f requests of shared memory\n", n,
              1.0 * seen.global_loads.requests, 1.0 * seen.global_stores.requests,
              1.0 * (seen.shared_loads.requests + seen.shared_stores.requests));
}

TEST_CASE("every value is stored once, in whole sectors, and exchanged twice without conflicts") {
  expect_one_pass<1024>();
  expect_one_pass<4096>();
}

template <unsigned n, unsigned m>
void race(const char* name, std::size_t points, bool with_library = false) {
  const std::size_t count = points / n;
  weft::Buffer<Complex> from(points), to(points);
  fill(from);
  const weft::Fft<n, m> fft;
  weft::Plan plan(n, CUFFT_C2C, static_cast<int>(count));
  const auto library = [&] { plan.forward(from.data(), to.data()); };
  const auto ours = [&] { fft.forward(from.data(), to.data(), count); };
  const auto copy = [&] {
    weft::check(cudaMemcpyAsync(to.data(), from.data(), points * sizeof(Complex),
                                cudaMemcpyDeviceToDevice));
  };
  const auto seconds = weft::side_by_side(15, library, copy, ours);
  const auto error_of = [&](const auto& way) {
    weft::check(cudaMemset(to.data(), 0xff, points * sizeof(Complex)));
    way();
    return worst_error(from, to, n, {0, 1, count / 2, count - 1});
  };
  CHECK(error_of(library) < 1e-6);
  CHECK(error_of(ours) < 3e-7);
  const char* const names[] = {"cuFFT", "copy", name};
  for (int k = with_library ? 0 : 2; k < 3; ++k)
    weft::report({names[k], 1.0 * n, "points per transform",
                  16e-9 * static_cast<double>(points) / seconds[k], "GB/s"});
}

TEST_CASE("compared with cuFFT, 1 GiB read and 1 GiB written" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t points = std::size_t{1} << 27;
  race<512, 16>("ours, 16 points per thread", points, true);
  race<1024, 16>("ours, 16 points per thread", points, true);
  race<2048, 16>("ours, 16 points per thread", points, true);
  race<4096, 16>("ours, 16 points per thread", points, true);
  race<1024, 8>("8 points per thread", points);
  race<4096, 8>("8 points per thread", points);
  race<1024, 32>("32 points per thread", points);
  race<4096, 32>("32 points per thread", points);
}
