// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 c322a927d6d478e02627ec12729481a8092118a1]
#include <bit>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

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

// The largest number of additions that one number passes through, if `n` floats are reduced by
// `blocks` blocks.
std::size_t longest_path(std::size_t n, std::size_t blocks) {
  const std::size_t all = blocks * weft::threads, width = weft::Wide<float>::width;
  const std::size_t own = width * ((n / width + all - 1) / all) + 2 * width;
  return own + 10 + (blocks + weft::threads - 1) / weft::threads + 10;
}

double gamma(std::size_t h) {
  const double nu = static_cast<double>(h) * 0x1p-24;
  return nu / (1.0 - nu);
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

float one_by_one(const std::vector<float>& x) {
  float sum = 0;
  for (const float one : x) sum += one;
  return sum;
}

struct Errors {
  double chain, blocked, pairwise;
};

// In units of u · Σ|x|, as the bounds are.
Errors errors_of(const char* name, const std::vector<float>& x) {
  const double exact = exactly(x);
  double magnitude = 0;
  for (const float one : x) magnitude += std::abs(one);
  const weft::Buffer<float> on_device(x);
  weft::Buffer<float> space(std::vector<float>(2 * tiles_of(x.size()) + 8));
  const float* where = sum_by_pairs(on_device.view(), space.data(), 7);
  const double pairs = space.to_host()[where - space.data()];
  const double blocked = weft::reduce<weft::Sum<float>>(weft::each(on_device.view()), {}, 64);
  const auto error = [&](double sum) { return std::abs(sum - exact) / magnitude * 0x1p24; };
  const Errors found = {error(one_by_one(x)), error(blocked), error(pairs)};
  std::printf("%s | %.9g | %.3g | %.3g | %.3g\n", name, exact, found.chain, found.blocked,
              found.pairwise);
  return found;
}

void expect_within_bounds(const Errors& found, std::size_t n) {
  const auto in_u = [](std::size_t h) { return gamma(h) * 0x1p24; };
  CHECK(found.chain <= in_u(n - 1));
  CHECK(found.blocked <= in_u(longest_path(n, 64)));
  CHECK(found.pairwise <= in_u(std::bit_width(n - 1)));
}

TEST_CASE("every error is within the bound of its longest path") {
  std::puts("numbers | exact sum | one after the other | blocked | pairwise");
  expect_within_bounds(errors_of("1/i", harmonic()), million);
  expect_within_bounds(errors_of("uniform from 0 to 1", uniform(million, 0, 1, 1)), million);
  expect_within_bounds(errors_of("uniform from -1 to 1", uniform(million, -1, 1, 2)), million);
  expect_within_bounds(errors_of("huge ones that cancel", cancelling()), million);
  const Errors worst = errors_of("made against the chain", adversarial());
  expect_within_bounds(worst, million);
  CHECK(worst.chain > 0.9 * million);
}

TEST_CASE("odd lengths, by pairs") {
  for (const std::size_t n : {1u, 3u, 255u, 1025u, 1023u * 31u}) {
    const std::vector<float> ones(n, 1.0f);
    const weft::Buffer<float> x(ones);
    weft::Buffer<float> space(std::vector<float>(2 * tiles_of(n) + 8));
    const float* where = sum_by_pairs(x.view(), space.data(), 3);
    CHECK((n == 1 ? 1.0f : space.to_host()[where - space.data()]) == static_cast<float>(n));
  }
}
