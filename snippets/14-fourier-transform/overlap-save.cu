// Tangled from chapters/14-fourier-transform.md. Edit there. [sha1 e8eab57fd637762096b482cbe1e066874a3f3e0e]
#include <cstdio>
#include <stdexcept>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/fft.cuh"
#include "common/measure.cuh"
#include "common/plan.cuh"
#include "common/side-by-side.cuh"

using weft::Complex;
constexpr unsigned lead = 512;  // samples that each piece shares with the previous one

// Filters a real signal, preceded by zeros. A block handles `pieces` pieces of n samples, 1 or 2.
template <unsigned n, unsigned pieces, unsigned blocks>
__global__ void __launch_bounds__(n / 16, blocks)
    overlap_save(const float* __restrict__ x, std::size_t size, const Complex* __restrict__ filter,
                 const Complex* __restrict__ twiddles, const Complex* __restrict__ again,
                 float* __restrict__ y) {
  constexpr unsigned m = 16, threads = n / m, kept = n - lead;
  static_assert(lead % threads == 0);
  __shared__ Complex room[n + n / 16];
  const unsigned t = threadIdx.x;
  const std::size_t first = std::size_t{blockIdx.x} * pieces * kept;  // output of this block
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

  float* const to = y + first - lead + t;  // real and imaginary parts are exchanged here
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
    if (taps.size() > lead) throw std::invalid_argument("the filter has more than 512 taps");
    for (float& tap : taps) tap /= n;
    taps.resize(n);
    std::vector<Complex> padded;
    for (const float tap : taps) padded.push_back({tap, 0});
    const weft::Buffer<Complex> numbers(padded);
    weft::Fft<n>{}.forward(numbers.data(), spectrum_.data(), 1);
  }
  // y is as long as x.
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

// Whether `at` returns the filtered signal, checked at both ends and at 3,000 indices in between.
template <class At>
void expect_sums(const std::vector<float>& x, const std::vector<float>& h, const At& at) {
  const std::size_t size = x.size(), step = size / 3000 + 1;
  for (std::size_t i = 0; i < size; i += i < 20 || i + 20 >= size ? 1 : std::min(step, size - 20 - i))
    if (!(std::abs(at(i) - direct_at(x, h, i)) < 1e-4)) FAIL("sample ", i, " of ", size, " is ", at(i));
}

template <unsigned n, unsigned pieces>
void expect_filtered(const std::vector<float>& x, const std::vector<float>& h) {
  const weft::Buffer<float> signal(x);
  weft::Buffer<float> y(std::vector<float>(x.size(), NAN));
  Filter<n>{h}.template operator()<pieces>(signal.view(), y.data());
  const auto found = y.to_host();
  expect_sums(x, h, [&](std::size_t i) { return found[i]; });
}

TEST_CASE("any length of signal and filter, with one or two pieces per transform") {
  for (const std::size_t size : {1, 511, 3584, 3585, 7168, 7169, 20'000})
    for (const std::size_t taps : {1, 17, 512})
      expect_filtered<4096, 2>(random_numbers(size, 1), random_numbers(taps, 2));
  expect_filtered<4096, 1>(random_numbers(9000, 1), random_numbers(512, 2));
  expect_filtered<2048, 2>(random_numbers(9000, 1), random_numbers(512, 2));
  CHECK_THROWS_AS(Filter<4096>{random_numbers(513, 1)}, std::invalid_argument);
}

TEST_CASE("the discarded samples are never stored; the others are, in whole sectors") {
  constexpr std::size_t size = 4 * 7168;
  const weft::Buffer<float> x(random_numbers(size, 4));
  weft::Buffer<float> y(size);
  const Filter<4096> filter(random_numbers(512, 5));
  const auto seen = loom::observe([&] { filter(x.view(), y.data()); });
  const auto anew = loom::observe([&] { Filter<4096>{random_numbers(512, 5)}(x.view(), y.data()); });
  CHECK(anew.shared_stores.requests == seen.shared_stores.requests + 2 * 4096 / 32);
  CHECK(seen.global_stores.requests == size / 32);
  CHECK(seen.global_stores.sectors_per_request() == 4);
  CHECK(seen.shared_stores.requests == 4 * 4 * 4096 / 32);
  CHECK(seen.shared_stores.conflicts <= seen.shared_stores.requests / 4);  // a GPU counts a few
  std::printf("%zu samples: %.0f stores of 32\n", size, 1.0 * seen.global_stores.requests);
}

using weft::Complex;

// Multiplies each spectrum by the filter's, `bins` bins each. Each block handles one spectrum.
__global__ void multiply(Complex* spectra, const Complex* by, unsigned bins) {
  Complex* const mine = spectra + std::size_t{blockIdx.x} * bins;
  for (unsigned k = threadIdx.x; k < bins; k += blockDim.x) mine[k] = mine[k] * by[k];
}

// Overlap-save with cuFFT: real pieces; the same, back in place; or a piece of each half in a complex one.
enum class Form { real, in_place, complex };

class ByPieces {
 public:
  ByPieces(const std::vector<float>& filter, const std::vector<float>& x, int n, Form form = Form::real)
      : parts_(form == Form::complex ? 2 : 1), bins_each_(parts_ == 2 ? n : n / 2 + 1),
        step_(form == Form::real ? n : 2 * bins_each_), lead_(static_cast<int>(filter.size()) - 1),
        kept_(n - lead_), span_((x.size() + parts_ - 1) / parts_),
        count_(static_cast<int>((span_ + kept_ - 1) / kept_)),
        there_(n, {1, kept_}, {1, bins_each_}, parts_ == 2 ? CUFFT_C2C : CUFFT_R2C, count_),
        back_(n, {1, bins_each_}, {1, step_ / parts_}, parts_ == 2 ? CUFFT_C2C : CUFFT_C2R, count_),
        signal_(parts_ * (std::size_t{1} * kept_ * (count_ - 1) + n)), filter_(n),
        bins_(std::size_t{1} * bins_each_ * count_), results_(form == Form::real ? std::size_t{1} * n * count_ : 0) {
    std::vector<float> padded(signal_.size());
    for (std::size_t i = 0; i < padded.size(); ++i) {
      const std::size_t from = i / parts_ + i % parts_ * span_ - lead_;  // less than 0 is very large
      if (from < x.size()) padded[i] = x[from];
    }
    signal_.copy_from(padded);
    std::vector<Complex> taps(n);
    for (int j = 0; j <= lead_; ++j) taps[j] = {filter[j] / static_cast<float>(n), 0};
    weft::Plan(n, CUFFT_C2C).forward(weft::Buffer<Complex>(taps).data(), filter_.data());
  }
  void operator()(bool with_product = true) {
    if (parts_ == 1) there_.forward(signal_.data(), bins_.data());
    else there_.forward(reinterpret_cast<const Complex*>(signal_.data()), bins_.data());
    if (with_product) multiply<<<count_, 256>>>(bins_.data(), filter_.data(), bins_each_);
    if (parts_ == 1) back_.inverse(bins_.data(), to());
    else back_.inverse(bins_.data(), bins_.data());
  }
  float at(std::size_t i) {  // element i of the result
    const std::size_t j = i % span_;
    const float* const from = to() + j / kept_ * step_ + (lead_ + j % kept_) * parts_ + i / span_;
    float number;
    weft::check(cudaMemcpy(&number, from, sizeof number, cudaMemcpyDeviceToHost));
    return number;
  }

 private:
  float* to() { return results_.size() > 0 ? results_.data() : reinterpret_cast<float*>(bins_.data()); }

  int parts_, bins_each_, step_, lead_, kept_;
  std::size_t span_;
  int count_;
  weft::Plan there_, back_;
  weft::Buffer<float> signal_;
  weft::Buffer<Complex> filter_, bins_;
  weft::Buffer<float> results_;
};

void expect_way(ByPieces& way, int n, const std::vector<float>& x, const std::vector<float>& h) {
  way();
  expect_sums(x, h, [&](std::size_t i) { return way.at(i); });
  way(false);
  expect_sums(x, {1}, [&](std::size_t i) { return way.at(i) / static_cast<float>(n); });
}

TEST_CASE("all forms with cuFFT, with and without the product") {
  const auto x = random_numbers(5001, 7), h = random_numbers(100, 6);
  for (const Form form : {Form::real, Form::in_place, Form::complex}) {
    ByPieces way(h, x, 512, form);
    expect_way(way, 512, x, h);
  }
}

TEST_CASE("a filter of 512 taps" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t size = std::size_t{1} << 26;
  const auto x = random_numbers(size, 7), h = random_numbers(lead, 6);
  const weft::Buffer<float> signal(x);
  const auto view = signal.view();
  weft::Buffer<float> y(size), other(size);
  const Filter<4096> filter(h);
  const Filter<2048> shorter(h);
  const auto race = [&](const char* name, int n, const auto& way) {  // each alternates with the fastest
    const auto seconds = weft::side_by_side(15, way, [&] { shorter(view, other.data()); });
    weft::report({name, 1.0 * n, "samples per piece", 1e-9 * size / seconds[0], "Gsample/s"});
  };
  for (int n = 2048; n <= 16'384; n *= 2) {
    ByPieces real(h, x, n), in_place(h, x, n, Form::in_place), complex(h, x, n, Form::complex);
    race("cuFFT, real", n, [&] { real(); });
    race("without the product", n, [&] { real(false); });
    race("without it, back in place", n, [&] { in_place(false); });
    race("complex, without it", n, [&] { complex(false); });
    for (ByPieces* const way : {&real, &in_place, &complex}) expect_way(*way, n, x, h);
  }
  const auto ours = [&](const char* name, int n, const auto& way) {
    weft::check(cudaMemset(y.data(), 0xff, size * sizeof(float)));
    race(name, n, way);
    const auto found = y.to_host();
    expect_sums(x, h, [&](std::size_t i) { return found[i]; });
  };
  ours("ours, one piece per transform", 4096, [&] { filter.operator()<1>(view, y.data()); });
  ours("ours, 512 threads", 4096, [&] { filter.operator()<2, 2>(view, y.data()); });
  ours("ours, 768 threads", 4096, [&] { filter(view, y.data()); });
  ours("ours, 768 threads", 2048, [&] { shorter(view, y.data()); });
  ours("ours, 1,024 threads", 4096, [&] { filter.operator()<2, 4>(view, y.data()); });
}
