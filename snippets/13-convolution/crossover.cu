// Tangled from chapters/13-convolution.md. Edit there. [sha1 b2f41b32b1a69445b73171214d9bb52a3c40c98f]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/plan.cuh"
#include "common/side-by-side.cuh"

using weft::random_numbers;

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

constexpr unsigned most_taps = 1024, threads = 128, each = 8, tile = threads * each;
__constant__ float taps_of_filter[most_taps];

struct alignas(16) Four {
  float of[4];
};
// Even groups of four first, then the odd: lanes 8 samples apart read neighbouring addresses.
constexpr unsigned fours = (tile + most_taps) / 4;
__host__ __device__ constexpr unsigned place_of(unsigned four) {
  return four / 2 + four % 2 * (fours / 2);
}

__device__ void load_eight(const Four* kept, unsigned first, float (&eight)[8]) {
  const Four a = kept[place_of(first / 4)], b = kept[place_of(first / 4 + 1)];
  for (unsigned r = 0; r < 4; ++r) eight[r] = a.of[r], eight[4 + r] = b.of[r];
}

// y[i] is the sum of tap j times x[i - j]. `taps` is a multiple of 8; y has space for whole tiles.
__global__ void direct(weft::View<const float> x, unsigned taps, float* y) {
  __shared__ Four kept[fours];
  const std::size_t first = std::size_t{blockIdx.x} * tile;
  for (unsigned i = threadIdx.x; i < tile + taps; i += threads) {
    const std::size_t from = first + i - taps;  // less than 0 is a very large number
    kept[place_of(i / 4)].of[i % 4] = from < x.size() ? x[from] : 0.0f;
  }
  __syncthreads();
  const unsigned mine = each * threadIdx.x;
  float near[8], far[8], sums[each] = {};
  load_eight(kept, taps + mine, near);
  for (unsigned j = 0; j < taps; j += 8) {
    load_eight(kept, taps + mine - j - 8, far);
#pragma unroll
    for (unsigned a = 0; a < 8; ++a)
#pragma unroll
      for (unsigned r = 0; r < each; ++r)
        sums[r] += taps_of_filter[j + a] * (r >= a ? near[r - a] : far[8 + r - a]);
    for (unsigned r = 0; r < 8; ++r) near[r] = far[r];
  }
  auto* const to = reinterpret_cast<Four*>(y + first + mine);
  to[0] = {sums[0], sums[1], sums[2], sums[3]}, to[1] = {sums[4], sums[5], sums[6], sums[7]};
}

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

// A signal, a filter, and the methods to convolve them.
struct Race {
  Race(std::size_t size, unsigned taps, int n)
      : h(random_numbers(taps, 1)),
        x(random_numbers(size, 2)),
        real(h, x, n),
        complex(h, x, n, Form::complex),
        signal(x),
        y((size + tile - 1) / tile * tile) {
    weft::check(cudaMemcpyToSymbol(taps_of_filter, h.data(), taps * sizeof(float)));
  }
  void by_direct_sum() {
    direct<<<static_cast<unsigned>(y.size() / tile), threads>>>(
        signal.view(), static_cast<unsigned>(h.size()), y.data());
  }
  void expect_all() {
    const auto sums = y.to_host();
    expect_sums(x, h, [&](std::size_t i) { return sums[i]; });
    expect_sums(x, h, [&](std::size_t i) { return real.at(i); });
    expect_sums(x, h, [&](std::size_t i) { return complex.at(i); });
  }

  std::vector<float> h, x;
  ByPieces real, complex;
  weft::Buffer<float> signal, y;
};

TEST_CASE("all methods give the host's sum") {
  for (const unsigned taps : {8u, 64u, 200u}) {
    Race race(5000, taps, 512);
    race.by_direct_sum();
    race.real();
    race.complex();
    race.expect_all();
  }
}

TEST_CASE("eight samples per thread, without bank conflicts") {
  Race race(4 * tile, 64, 512);
  const auto seen = loom::observe([&] { race.by_direct_sum(); });
  CHECK(seen.shared_loads.conflicts <= seen.shared_loads.requests / 4);  // a GPU counts a few
  CHECK(seen.shared_loads.requests == 4 * threads / 32 * 2 * (64 / 8 + 1));
  std::printf("%.0f loads for %u multiply-adds\n", 1.0 * seen.shared_loads.requests,
              4 * threads / 32 * 64 * 8);
}

TEST_CASE("the crossover" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t size = std::size_t{1} << 26;
  for (unsigned taps = 8; taps <= most_taps; taps *= 2) {
    Race race(size, taps, 8192);
    const auto seconds = weft::side_by_side(
        9, [&] { race.by_direct_sum(); }, [&] { race.real(); }, [&] { race.complex(); });
    weft::check(cudaGetLastError());
    race.expect_all();
    const char* const names[] = {"direct sum", "cuFFT, real pieces", "cuFFT, complex pieces"};
    for (int k = 0; k < 3; ++k)
      weft::report({names[k], 1.0 * taps, "taps", 1e-9 * size / seconds[k], "Gsample/s"});
    if (taps <= 64) CHECK(seconds[0] < std::min(seconds[1], seconds[2]));
    if (taps >= 256) CHECK(seconds[0] > std::max(seconds[1], seconds[2]));
  }
}
