// Tangled from chapters/13-fourier-transform.md. Edit there. [sha1 e2a0275fc5a80f4a724420f3a335726c3a7a1815]
#include <cstdio>
#include <stdexcept>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/fft.cuh"
#include "common/measure.cuh"
#include "common/plan.cuh"
#include "common/side-by-side.cuh"

using weft::Complex;
constexpr unsigned lead = 512;  // numbers that each piece shares with the one before

// Filters a real signal, which begins with zeros. A block takes `pieces` pieces of n numbers, 1 or 2.
template <unsigned n, unsigned pieces, unsigned blocks>
__global__ void __launch_bounds__(n / 16, blocks)
    overlap_save(const float* __restrict__ x, std::size_t size, const Complex* __restrict__ filter,
                 const Complex* __restrict__ twiddles, const Complex* __restrict__ again,
                 float* __restrict__ y) {
  constexpr unsigned m = 16, threads = n / m, kept = n - lead;
  static_assert(lead % threads == 0);
  __shared__ Complex room[n + n / 16];
  const unsigned t = threadIdx.x;
  const std::size_t first = std::size_t{blockIdx.x} * pieces * kept;  // of what is to be made
  const bool inside = first >= lead && first + pieces * kept <= size;
  Complex z[m];

  if (inside) {
    const float* const from = x + first - lead + t;
  #pragma unroll
    for (unsigned q = 0; q < m; ++q)
      z[q] = {from[q * threads], pieces == 2 ? from[q * threads + kept] : 0.0f};
  } else {
  #pragma unroll
    for (unsigned q = 0; q < m; ++q) {
      const std::size_t i = first - lead + t + q * threads;  // less than 0 is a very large number
      z[q] = {i < size ? x[i] : 0.0f, pieces == 2 && i + kept < size ? x[i + kept] : 0.0f};
    }
  }

  weft::transform<n, m>(z, t, room, twiddles);
#pragma unroll
  for (unsigned q = 0; q < m; ++q) z[q] = weft::swapped(filter[t + q * threads] * z[q]);
  __syncthreads();
  weft::transform<n, m>(z, t, room, again);

  float* const to = y + first - lead + t;  // real and imaginary parts are exchanged by now
  if (inside) {
  #pragma unroll
    for (unsigned q = lead / threads; q < m; ++q) {
      to[q * threads] = z[q].y;
      if (pieces == 2) to[q * threads + kept] = z[q].x;
    }
  } else {
  #pragma unroll
    for (unsigned q = lead / threads; q < m; ++q) {
      const std::size_t i = first - lead + t + q * threads;
      if (i < size) y[i] = z[q].y;
      if (pieces == 2 && i + kept < size) y[i + kept] = z[q].x;
    }
  }
}

// A filter of up to 512 taps, transformed once.
template <unsigned n>
class Filter {
 public:
  explicit Filter(std::vector<float> taps) {
    if (taps.size() > lead) throw std::invalid_argument("a filter of more than 512 taps");
    for (float& tap : taps) tap /= n;
    taps.resize(n);
    std::vector<Complex> padded;
    for (const float tap : taps) padded.push_back({tap, 0});
    const weft::Buffer<Complex> numbers(padded);
    weft::Fft<n>{}.forward(numbers.data(), spectrum_.data(), 1);
  }
  // y has as many numbers as x.
  template <unsigned pieces = 2, unsigned blocks = 768 / (n / 16)>
  void operator()(weft::View<const float> x, float* y) const {
    constexpr std::size_t yield = pieces * (n - lead);
    const auto grid = static_cast<unsigned>((x.size() + yield - 1) / yield);
    if (grid == 0) return;
    overlap_save<n, pieces, blocks><<<grid, n / 16>>>(x.data(), x.size(), spectrum_.data(),
                                                      twiddles_.data(), twiddles_.data(), y);
    weft::check(cudaGetLastError());
  }

 private:
  weft::Buffer<Complex> spectrum_{n}, twiddles_{weft::twiddle_table(n, 16)};
};

using weft::random_numbers;

double direct_at(const std::vector<float>& x, const std::vector<float>& h, std::size_t i) {
  double sum = 0;
  for (std::size_t j = 0; j < h.size() && j <= i; ++j) sum += 1.0 * h[j] * x[i - j];
  return sum;
}

template <unsigned n, unsigned pieces>
void expect_filtered(const std::vector<float>& x, const std::vector<float>& h) {
  const weft::Buffer<float> signal(x);
  weft::Buffer<float> y(std::vector<float>(x.size(), NAN));
  Filter<n>{h}.template operator()<pieces>(signal.view(), y.data());
  const auto found = y.to_host();
  for (std::size_t i = 0; i < x.size(); i += i < 20 || i + 20 > x.size() ? 1 : 7)
    if (!(std::abs(found[i] - direct_at(x, h, i)) < 1e-4))
      FAIL("sample ", i, " of ", x.size(), " is ", found[i]);
}

TEST_CASE("any length of signal and of filter, one piece at a time and two") {
  for (const std::size_t size : {1, 511, 3584, 3585, 7168, 7169, 20'000})
    for (const std::size_t taps : {1, 17, 512})
      expect_filtered<4096, 2>(random_numbers(size, 1), random_numbers(taps, 2));
  expect_filtered<4096, 1>(random_numbers(9000, 1), random_numbers(512, 2));
  expect_filtered<2048, 2>(random_numbers(9000, 1), random_numbers(512, 2));
  CHECK_THROWS_AS(Filter<4096>{random_numbers(513, 1)}, std::invalid_argument);
}

TEST_CASE("an impulse anywhere gives back the filter, and nothing wraps round") {
  for (const std::size_t place : {0, 3583, 3584, 7167, 7168, 9999}) {
    std::vector<float> x(10'000);
    x[place] = 1;
    expect_filtered<4096, 2>(x, random_numbers(512, 3));
  }
}

TEST_CASE("what is thrown away is never stored; the rest is, in whole sectors") {
  constexpr std::size_t size = 4 * 7168;
  const weft::Buffer<float> x(random_numbers(size, 4));
  weft::Buffer<float> y(size);
  const Filter<4096> filter(random_numbers(512, 5));
  const auto seen = loom::observe([&] { filter(x.view(), y.data()); });
  CHECK(seen.global_stores.requests == size / 32);
  CHECK(seen.global_stores.sectors_per_request() == 4);
  CHECK(seen.shared_stores.requests == 4 * 4 * 4096 / 32);
  CHECK(seen.shared_stores.conflicts <= seen.shared_stores.requests / 4);  // a GPU counts a few
  std::printf("%zu samples: %.0f stores of 32\n", size, 1.0 * seen.global_stores.requests);
}

using weft::Complex;

// Each spectrum of `bins` bins, times one that is the same for all. A block takes a spectrum.
__global__ void multiply(Complex* spectra, const Complex* by, unsigned bins) {
  Complex* const mine = spectra + std::size_t{blockIdx.x} * bins;
  for (unsigned k = threadIdx.x; k < bins; k += blockDim.x) mine[k] = mine[k] * by[k];
}

// Overlap-save by cuFFT. Before the signal, and behind it, its memory must hold enough zeros.
class ByPieces {
 public:
  ByPieces(std::vector<float> filter, std::size_t size, int n)
      : taps_(static_cast<int>(filter.size())), kept_(n - taps_ + 1), n_(n),
        count_(static_cast<int>((size + kept_ - 1) / kept_)),
        there_(n, {1, kept_}, {1, n / 2 + 1}, CUFFT_R2C, count_), back_(n, CUFFT_C2R, count_),
        filter_(n / 2 + 1), bins_(filter_.size() * count_), results_(std::size_t{1} * n * count_) {
    for (float& tap : filter) tap /= static_cast<float>(n);
    filter.resize(n);
    weft::Plan(n, CUFFT_R2C).forward(weft::Buffer<float>(filter).data(), filter_.data());
  }
  std::size_t zeros_before() const { return taps_ - 1; }
  std::size_t room() const { return std::size_t{1} * kept_ * (count_ - 1) + n_; }  // with the zeros

  // `signal` is where the zeros before it begin.
  void operator()(const float* signal, bool with_product = true) {
    there_.forward(signal, bins_.data());
    if (with_product) multiply<<<count_, 256>>>(bins_.data(), filter_.data(), n_ / 2 + 1);
    back_.inverse(bins_.data(), results_.data());
  }
  // Number i of the result, once `results` are on the host.
  float at(const std::vector<float>& results, std::size_t i) const {
    return results[i / kept_ * n_ + taps_ - 1 + i % kept_];
  }
  std::vector<float> results() const { return results_.to_host(); }

 private:
  int taps_, kept_, n_, count_;
  weft::Plan there_, back_;
  weft::Buffer<Complex> filter_, bins_;
  weft::Buffer<float> results_;
};

TEST_CASE("a filter of 512 taps" * doctest::skip(!weft::measuring())) {
  const auto h = random_numbers(lead, 6);
  const Filter<4096> filter(h);
  const Filter<2048> shorter(h);
  for (const int power : {20, 26, 28}) {
    const std::size_t size = std::size_t{1} << power;
    const auto x = random_numbers(size, 7);
    const weft::Buffer<float> signal(x);
    weft::Buffer<float> y(std::vector<float>(size, NAN));
    ByPieces library(h, size, 8192);
    weft::Buffer<float> padded(library.room());
    weft::check(cudaMemset(padded.data(), 0, library.room() * sizeof(float)));
    weft::check(cudaMemcpy(padded.data() + library.zeros_before(), x.data(), size * sizeof(float),
                           cudaMemcpyHostToDevice));
    const auto view = signal.view();
    const auto seconds = weft::side_by_side(
        15, [&] { library(padded.data()); }, [&] { library(padded.data(), false); },
        [&] { filter.operator()<1, 3>(view, y.data()); },
        [&] { shorter.operator()<2, 6>(view, y.data()); },
        [&] { filter.operator()<2, 2>(view, y.data()); },
        [&] { filter.operator()<2, 4>(view, y.data()); },
        [&] { filter.operator()<2, 3>(view, y.data()); });
    const auto found = y.to_host();
    for (std::size_t k = 0; k < 200; ++k) {
      const std::size_t i = k < 199 ? k * 7919 * 7919 % size : size - 1;
      CHECK(std::abs(found[i] - direct_at(x, h, i)) < 1e-3);
    }
    const char* const names[] = {"cuFFT, with the product", "cuFFT, without it",
                                 "one piece a transform",   "pieces of 2,048",
                                 "two pieces, two blocks",  "two pieces, four blocks",
                                 "two pieces, three blocks"};
    for (int way = 0; way < 7; ++way)
      weft::report({names[way], 1.0 * static_cast<double>(size), "samples",
                    1e-9 * static_cast<double>(size) / seconds[way], "Gsample/s"});
  }
}
