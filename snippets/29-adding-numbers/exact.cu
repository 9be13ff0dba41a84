// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 50e86caee6301685aa8b5c033e977e2267320095]
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/bins.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned tile = 1024;

// The sum of each tile, neighbours first. Elements beyond the end count as 0.
__global__ void add_pairs(weft::View<const float> x, float* sums) {
  __shared__ float of_warp[32];
  const std::size_t tiles = (x.size() + tile - 1) / tile;
  for (std::size_t which = blockIdx.x; which < tiles; which += gridDim.x) {
    const std::size_t i = which * tile + 4 * threadIdx.x;
    const auto at = [&](std::size_t j) { return j < x.size() ? x[j] : 0.0f; };
    float mine = (at(i) + at(i + 1)) + (at(i + 2) + at(i + 3));
    for (unsigned distance = 1; distance < 32; distance *= 2)
      mine += __shfl_xor_sync(0xffffffffu, mine, distance);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    for (unsigned half = 1; half < 8; half *= 2) {
      if (threadIdx.x % (2 * half) == 0 && threadIdx.x < 8)
        of_warp[threadIdx.x] += of_warp[threadIdx.x + half];
      __syncthreads();
    }
    if (threadIdx.x == 0) sums[which] = of_warp[0];
    __syncthreads();  // before the next tile
  }
}

std::size_t tiles_of(std::size_t n) { return (n + tile - 1) / tile; }

// `space` is for tiles_of(n) + tiles_of(tiles_of(n)) + … numbers. Returns where the sum is.
const float* sum_by_pairs(weft::View<const float> x, float* space, unsigned blocks) {
  while (x.size() > 1) {
    const std::size_t tiles = tiles_of(x.size());
    add_pairs<<<blocks, 256>>>(x, space);
    weft::check(cudaGetLastError());
    x = {space, tiles};
    space += tiles;
  }
  return x.data();
}

// a + b is exactly sum + error, for all finite a and b if a + b does not overflow.
template <class T>
__host__ __device__ void two_sum(T a, T b, T& sum, T& error) {
  sum = a + b;
  const T of_b = sum - a, of_a = sum - of_b;
  error = (a - of_a) + (b - of_b);
}

struct Parts {
  float sum, errors;
};

struct AddWithErrors {
  using Value = Parts;
  __host__ __device__ static Parts identity() { return {0, 0}; }
  __host__ __device__ Parts operator()(const Parts& a, const Parts& b) const {
    Parts both;
    float error;
    two_sum(a.sum, b.sum, both.sum, error);
    both.errors = (a.errors + b.errors) + error;
    return both;
  }
};

struct AsParts {
  __host__ __device__ Parts operator()(float x, std::size_t) const { return {x, 0}; }
};

// The exact sum, rounded to double: the parts do not overlap, and the largest comes last.
struct Exactly {
  std::vector<double> parts;
  void add(double x) {
    std::size_t kept = 0;
    for (const double part : parts) {
      double error;
      two_sum(x, part, x, error);
      if (error != 0) parts[kept++] = error;
    }
    parts.resize(kept);
    parts.push_back(x);
  }
  double sum() const {
    double all = 0;
    for (const double part : parts) all += part;  // smallest first
    return all;
  }
};

double exactly(const std::vector<float>& x) {
  Exactly of;
  for (const float one : x) of.add(one);
  return of.sum();
}

constexpr std::size_t million = 1 << 20;

std::vector<float> harmonic() {
  std::vector<float> x;
  for (std::size_t i = 0; i < million; ++i) x.push_back(1.0f / static_cast<float>(i + 1));
  return x;
}

std::vector<float> uniform(std::size_t n, float from, float to, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> x;
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(from + (to - from) * (static_cast<float>(random() >> 8) * 0x1p-24f));
  return x;
}

// A first number, and then terms of just over half its last bit: the chain rounds each of them up.
std::vector<float> adversarial() {
  std::vector<float> x(million, 0x1.000002p-24f);
  x[0] = 1;
  return x;
}

// Huge numbers that cancel exactly, in random order, among small ones.
std::vector<float> cancelling() {
  std::mt19937 random(3);
  std::vector<float> x = uniform(million, 0, 1, 7);
  for (std::size_t i = 0; i < 2000; i += 2) {
    x[i] = std::ldexp(x[i] + 1, 20);
    x[i + 1] = -x[i];
  }
  for (std::size_t i = x.size() - 1; i > 0; --i) std::swap(x[i], x[random() % (i + 1)]);
  return x;
}

template <class T>
T exact_sum(const std::vector<float>& x, unsigned blocks) {
  const weft::Buffer<float> on_device(x);
  weft::Buffer<T> result(1);
  weft::ExactSum{}(on_device.view(), result.data(), blocks);
  return result.to_host()[0];
}

// Any exponent, both signs; most sums of such numbers have hundreds of bits.
std::vector<float> of_any_size(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> x;
  while (x.size() < n) {
    const float one = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::abs(one) < 0x1p100f) x.push_back(one);
  }
  return x;
}

TEST_CASE("an exact sum has no error but its last rounding") {
  for (const std::vector<float>& x :
       {harmonic(), cancelling(), adversarial(), of_any_size(100'003, 4), std::vector<float>{}}) {
    CHECK(exact_sum<double>(x, 64) == exactly(x));
    CHECK(exact_sum<float>(x, 64) == static_cast<float>(exactly(x)));
  }
  std::printf("1 + 1/2 + ... = %.7f\n", exact_sum<float>(harmonic(), 64));
}

TEST_CASE("the same bits on any grid and in any order") {
  std::vector<float> x = of_any_size(30'011, 5);
  const double expected = exactly(x);
  std::mt19937 random(6);
  for (const unsigned blocks : {1u, 2u, 7u, 33u}) {
    for (std::size_t i = x.size() - 1; i > 0; --i) std::swap(x[i], x[random() % (i + 1)]);
    CHECK(exact_sum<double>(x, blocks) == expected);
  }
}

TEST_CASE("ties go to even, subnormal numbers count, infinities and NaN arrive") {
  CHECK(exact_sum<float>({1, 0x1p-24f}, 1) == 1);
  CHECK(exact_sum<float>({1, 0x1p-24f, 0x1p-149f}, 1) == 1 + 0x1p-23f);
  CHECK(exact_sum<float>({1, 0x1p-23f, 0x1p-24f}, 1) == 1 + 0x1p-22f);
  CHECK(exact_sum<float>({-1, -0x1p-24f, -0x1p-149f}, 1) == -1 - 0x1p-23f);
  CHECK(exact_sum<float>({0x1p-149f, 0x1p-149f}, 1) == 0x1p-148f);
  CHECK(exact_sum<float>({FLT_MAX, FLT_MAX, -FLT_MAX}, 1) == FLT_MAX);
  CHECK(exact_sum<float>({FLT_MAX, FLT_MAX}, 1) == INFINITY);
  CHECK(exact_sum<double>({FLT_MAX, FLT_MAX}, 1) == 2.0 * FLT_MAX);
  CHECK(exact_sum<float>({1, -INFINITY}, 1) == -INFINITY);
  CHECK(std::isnan(exact_sum<float>({INFINITY, -INFINITY}, 1)));
  CHECK(std::isnan(exact_sum<float>({1, NAN}, 1)));
}

TEST_CASE("each access of a bin takes two wavefronts, whatever the bins") {
  const std::vector<float> x = of_any_size(1 << 14, 8);
  const weft::Buffer<float> on_device(x);
  weft::Buffer<double> result(1);
  weft::ExactSum exact;
  const auto seen =
      loom::observe([&] { exact(weft::View<const float>(on_device.view()), result.data(), 4); });
  CHECK(seen.shared_loads.conflicts == 0);
  CHECK(seen.shared_stores.conflicts == 0);
  CHECK(seen.global_atomics.requests <= 4 * (weft::bins + 1));
}

TEST_CASE("all methods compared" * doctest::skip(!weft::measuring())) {
  for (int shift = 18; shift <= 28; shift += 2) {
    const std::size_t n = std::size_t{1} << shift;
    const std::vector<float> values = uniform(n, -1, 1, std::random_device{}());
    const weft::Buffer<float> x(values);
    weft::Buffer<float> results(2), space(2 * tiles_of(n) + 8);
    weft::Buffer<double> of_bins(1);
    weft::Buffer<Parts> parts(1);
    weft::Reduction<weft::Sum<float>> blocked;
    weft::Reduction<AddWithErrors> compensated;
    weft::ExactSum exact;
    const auto pairs = static_cast<unsigned>(std::min<std::size_t>(tiles_of(n), 4096));
    const float* of_pairs = nullptr;
    const auto seconds = weft::side_by_side(
        15, [&] { blocked(weft::each(x.view()), results.data()); },
        [&] { of_pairs = sum_by_pairs(x.view(), space.data(), pairs); },
        [&] { compensated(weft::each(x.view(), AsParts{}), parts.data()); },
        [&] { exact(x.view(), of_bins.data()); });
    const double truth = exactly(values);
    CHECK(of_bins.to_host()[0] == truth);
    CHECK(results.to_host()[0] == doctest::Approx(truth).epsilon(1e-2));
    CHECK(space.to_host()[of_pairs - space.data()] == doctest::Approx(truth).epsilon(1e-3));
    CHECK(parts.to_host()[0].sum == doctest::Approx(truth).epsilon(1e-3));
    const char* const series[] = {"blocked", "pairwise", "compensated", "exact"};
    for (int i = 0; i < 4; ++i)
      weft::report({series[i], 4.0 * static_cast<double>(n), "bytes",
                    4e-9 * static_cast<double>(n) / seconds[i], "GB/s"});
  }
}
