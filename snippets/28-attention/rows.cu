// Tangled from chapters/28-attention.md. Edit there. [sha1 9dee99c1d2513020185903c272bed45ac8c7d9ba]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/softmax.cuh"

// A block for each row, in three passes over it.
template <unsigned threads>
__global__ void softmax_in_passes(const float* in, float* out, std::size_t rows, unsigned columns) {
  for (std::size_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* const x = in + row * columns;
    float largest = -INFINITY, sum = 0;
    for (unsigned i = threadIdx.x; i < columns; i += threads) largest = fmaxf(largest, x[i]);
    largest = weft::join_block<threads>(largest, weft::Max<float>{});
    for (unsigned i = threadIdx.x; i < columns; i += threads) sum += expf(x[i] - largest);
    sum = weft::join_block<threads>(sum, weft::Sum<float>{});
    for (unsigned i = threadIdx.x; i < columns; i += threads)
      out[row * columns + i] = expf(x[i] - largest) / sum;
    __syncthreads();  // before the next row
  }
}

// A thread's part of a row whose length is a multiple of four: up to 16 numbers, in four loads.
template <unsigned threads>
class RowPart {
 public:
  __device__ RowPart(const float* row, unsigned columns) : columns_(columns) {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i)
      if (column(i) < columns) fours_[i] = *reinterpret_cast<const weft::Wide<float>*>(row + column(i));
  }
  template <class Use>
  __device__ void each(Use use) const {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i)
      if (column(i) < columns_)
        for (unsigned e = 0; e < 4; ++e) use(fours_[i].values[e]);
  }
  // Stores f(four numbers, column of the first) for all numbers of the part.
  template <class Function>
  __device__ void store(float* row, Function f) const {
#pragma unroll
    for (unsigned i = 0; i < 4; ++i)
      if (column(i) < columns_)
        *reinterpret_cast<weft::Wide<float>*>(row + column(i)) = f(fours_[i], column(i));
  }

 private:
  __device__ static unsigned column(unsigned i) { return 4 * (i * threads + threadIdx.x); }
  weft::Wide<float> fours_[4] = {};
  unsigned columns_;
};

constexpr float log2_of_e = 1.44269504f;

// A block for each row, and 2,048 threads on a multiprocessor, or 32 blocks.
template <unsigned threads>
__global__ void __launch_bounds__(threads, threads > 64 ? 2048 / threads : 32)
    softmax(const float* in, float* out, std::size_t rows, unsigned columns) {
  for (std::size_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const RowPart<threads> part(in + row * columns, columns);
    float largest = -INFINITY;
    part.each([&](float x) { largest = fmaxf(largest, x); });
    weft::Powers mine;
    mine.raise(log2_of_e * largest);
    part.each([&](float x) { mine.sum += weft::exp2_of(fmaf(x, log2_of_e, -mine.base())); });
    const weft::Powers all = weft::join_block<threads>(mine, weft::JoinPowers{});
    const float base = all.base(), inverse = 1 / all.sum;
    part.store(out + row * columns, [=](weft::Wide<float> four, unsigned) {
      for (float& x : four.values) x = weft::exp2_of(fmaf(x, log2_of_e, -base)) * inverse;
      return four;
    });
    __syncthreads();  // before the next row
  }
}

// out = (x - mean) / deviation * gain + bias, for each row.
template <unsigned threads>
__global__ void __launch_bounds__(threads, threads > 64 ? 2048 / threads : 32)
    layer_norm(const float* in, const float* gain, const float* bias, float* out, std::size_t rows,
               unsigned columns) {
  const auto n = static_cast<float>(columns);
  for (std::size_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const RowPart<threads> part(in + row * columns, columns);
    float sum = 0, squares = 0;
    part.each([&](float x) { sum += x; });
    const float mean = weft::join_block<threads>(sum, weft::Sum<float>{}) / n;
    __syncthreads();  // between two reductions of a block
    part.each([&](float x) { squares += (x - mean) * (x - mean); });
    const float variance = weft::join_block<threads>(squares, weft::Sum<float>{}) / n;
    const float inverse = rsqrtf(variance + 1e-5f);
    part.store(out + row * columns, [=](weft::Wide<float> four, unsigned column) {
      const auto by = *reinterpret_cast<const weft::Wide<float>*>(gain + column);
      const auto plus = *reinterpret_cast<const weft::Wide<float>*>(bias + column);
      for (unsigned e = 0; e < 4; ++e)
        four.values[e] = (four.values[e] - mean) * inverse * by.values[e] + plus.values[e];
      return four;
    });
    __syncthreads();
  }
}

// Calls use(threads), a constant, with the fewest threads that can hold a row.
template <class Use>
void with_threads(unsigned columns, Use use) {
  if (columns > 16384 || columns % 4 != 0) throw std::invalid_argument("rows of 4, 8, … 16,384 numbers");
  if (columns <= 512) return use(std::integral_constant<unsigned, 32>{});
  if (columns <= 1024) return use(std::integral_constant<unsigned, 64>{});
  if (columns <= 2048) return use(std::integral_constant<unsigned, 128>{});
  if (columns <= 4096) return use(std::integral_constant<unsigned, 256>{});
  if (columns <= 8192) return use(std::integral_constant<unsigned, 512>{});
  use(std::integral_constant<unsigned, 1024>{});
}

struct Rows {
  std::size_t rows;
  unsigned columns;
  std::size_t size() const { return rows * columns; }
  unsigned blocks() const { return static_cast<unsigned>(std::min<std::size_t>(rows, 1u << 30)); }
};

void run_softmax(const Rows& of, const float* in, float* out) {
  with_threads(of.columns, [&](auto threads) { softmax<threads><<<of.blocks(), unsigned{threads}>>>(in, out, of.rows, of.columns); });
  weft::check(cudaGetLastError());
}
void run_in_passes(const Rows& of, const float* in, float* out) {
  softmax_in_passes<256><<<of.blocks(), 256>>>(in, out, of.rows, of.columns);
  weft::check(cudaGetLastError());
}
void run_layer_norm(const Rows& of, const float* in, const float* gain, const float* bias, float* out) {
  with_threads(of.columns, [&](auto threads) {
    layer_norm<threads><<<of.blocks(), unsigned{threads}>>>(in, gain, bias, out, of.rows, of.columns);
  });
  weft::check(cudaGetLastError());
}

std::vector<float> random_floats(std::size_t count, unsigned seed, float size, float middle = 0) {
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& x : numbers) x = middle + size * (static_cast<float>(bits() >> 8) * 0x1p-23f - 1);
  return numbers;
}

// The bound for the relative error of one result, in units of u. Its exponent lies `below` under the
// largest, and a term of the sum passes through so many rescalings and additions.
double softmax_bound(double below, double n, double rescalings, double additions) {
  constexpr double of_power = 4, ln2 = 0.693147181;  // a power is right to 2^-22
  return 1.01 * (2 * ln2 * (below + std::log2(n)) + (rescalings + 2) * of_power + rescalings +
                 additions + 2);
}

// The larger of two errors; infinity, and for good, if one of them is NaN.
double worse(double a, double b) { return b <= a ? a : b >= a ? b : INFINITY; }

struct Largest {
  double error = 0, bound = 0, share = 0;  // in units of u; the share of its bound that an error reaches
};

// Of the softmax y of n numbers, except where it underflows.
Largest softmax_error(const float* x, const float* y, unsigned n, double rescalings, double additions) {
  const double largest = *std::max_element(x, x + n);
  double sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += std::exp(x[i] - largest);
  Largest found;
  for (unsigned i = 0; i < n; ++i) {
    const double exact = std::exp(x[i] - largest) / sum, error = std::abs(y[i] - exact) / exact / 0x1p-24;
    if (exact < 0x1p-120 && y[i] < 0x1p-120f) continue;
    const double bound = softmax_bound((largest - x[i]) * 1.4427, n, rescalings, additions);
    found.error = worse(found.error, error);
    found.share = worse(found.share, error / bound);
    found.bound = std::max(found.bound, bound);
  }
  return found;
}

double softmax_share(const Rows& of, const std::vector<float>& in, const std::vector<float>& out, double additions) {
  double share = 0;
  for (std::size_t at = 0; at < of.size(); at += of.columns)
    share = worse(share, softmax_error(&in[at], &out[at], of.columns, 11, additions).share);
  return share;
}

double error_of_layer_norm(const Rows& of, const std::vector<float>& in, const std::vector<float>& gain,
                           const std::vector<float>& bias, const std::vector<float>& out) {
  double worst = 0;
  for (std::size_t row = 0; row < of.rows; ++row) {
    const float* const x = &in[row * of.columns];
    double mean = 0, squares = 0;
    for (unsigned i = 0; i < of.columns; ++i) mean += x[i] / of.columns;
    for (unsigned i = 0; i < of.columns; ++i) squares += (x[i] - mean) * (x[i] - mean) / of.columns;
    for (unsigned i = 0; i < of.columns; ++i) {
      const double exact = (x[i] - mean) / std::sqrt(squares + 1e-5) * gain[i] + bias[i];
      worst = worse(worst, std::abs(out[row * of.columns + i] - exact));
    }
  }
  return worst;
}

TEST_CASE("softmax of short and long rows, also of large numbers") {
  for (const Rows& of : {Rows{3, 4}, {5, 516}, {2, 1000}, {2, 4100}, {1, 16384}})
    for (const float size : {1.0f, 80.0f}) {
      const auto in = random_floats(of.size(), of.columns, size, 500);
      const weft::Buffer<float> on_in(in);
      weft::Buffer<float> out(std::vector<float>(of.size(), NAN)), other(out.size());
      run_softmax(of, on_in.data(), out.data());
      run_in_passes(of, on_in.data(), other.data());
      CHECK(softmax_share(of, in, out.to_host(), 16 + 10) <= 1);
      CHECK(softmax_share(of, in, other.to_host(), of.columns / 256 + 11) <= 1);
    }
}

TEST_CASE("layer norm of numbers near 10,000 is as accurate as their mean in float") {
  constexpr double of_mean = (16 + 10 + 2) * 0x1p-24 * 10'001;  // additions, a division, a subtraction

  for (const Rows& of : {Rows{3, 4}, {4, 1000}, {1, 16384}}) {
    const auto in = random_floats(of.size(), 1, 1, 10'000);
    const auto gain = random_floats(of.columns, 2, 1), bias = random_floats(of.columns, 3, 1);
    const weft::Buffer<float> on_in(in), on_gain(gain), on_bias(bias);
    weft::Buffer<float> out(std::vector<float>(of.size(), NAN));
    run_layer_norm(of, on_in.data(), on_gain.data(), on_bias.data(), out.data());
    CHECK(error_of_layer_norm(of, in, gain, bias, out.to_host()) < 1.1 * of_mean / 0.55);
  }
}

TEST_CASE("each number is loaded once and stored once") {
  const Rows of{3, 1000};
  const weft::Buffer<float> in(random_floats(of.size(), 1, 1));
  weft::Buffer<float> out(of.size());
  const auto once = loom::observe([&] { run_softmax(of, in.data(), out.data()); });
  const auto thrice = loom::observe([&] { run_in_passes(of, in.data(), out.data()); });
  CHECK(once.global_loads.bytes == 4 * of.size());
  CHECK(once.global_stores.bytes == 4 * of.size());
  CHECK(thrice.global_loads.bytes == 3 * 4 * of.size());
  std::printf("bytes loaded per number: %llu, in passes %llu\n",
              static_cast<unsigned long long>(once.global_loads.bytes / of.size()),
              static_cast<unsigned long long>(thrice.global_loads.bytes / of.size()));
}

TEST_CASE("rows compared with a copy" * doctest::skip(!weft::measuring())) {
  for (const unsigned columns : {256u, 1024u, 4096u, 16384u}) {
    const Rows of{(std::size_t{1} << 28) / columns, columns};
    const weft::Buffer<float> in(random_floats(of.size(), 1, 4)), gain(random_floats(columns, 2, 1)),
        bias(random_floats(columns, 3, 1));
    weft::Buffer<float> out(of.size());
    const auto seconds = weft::side_by_side(
        9, [&] { cudaMemcpyAsync(out.data(), in.data(), 4 * of.size(), cudaMemcpyDeviceToDevice); },
        [&] { run_softmax(of, in.data(), out.data()); },
        [&] { run_in_passes(of, in.data(), out.data()); },
        [&] { run_layer_norm(of, in.data(), gain.data(), bias.data(), out.data()); });
    const char* const series[] = {"copy", "softmax", "softmax in passes", "layer norm"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * columns, "columns", 8e-9 * of.size() / seconds[way], "GB/s"});
  }
}
