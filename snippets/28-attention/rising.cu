// Tangled from chapters/28-attention.md. Edit there. [sha1 6c0c658931ab88523235e117aa8794b2c76045c0]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/softmax.cuh"

constexpr float log2_of_e = 1.44269504f;

// A thread for each row.
__global__ void softmax_in_order(const float* in, float* out, unsigned rows, unsigned columns) {
  const unsigned all = gridDim.x * blockDim.x;
  for (unsigned row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += all) {
    const float* const x = in + std::size_t{row} * columns;
    weft::Powers powers;
    for (unsigned i = 0; i < columns; ++i) {
      powers.raise(log2_of_e * x[i]);
      powers.sum += weft::exp2_of(fmaf(x[i], log2_of_e, -powers.base()));
    }
    for (unsigned i = 0; i < columns; ++i)
      out[std::size_t{row} * columns + i] =
          weft::exp2_of(fmaf(x[i], log2_of_e, -powers.base())) * (1 / powers.sum);
  }
}

__global__ void take_powers(const float* x, float* y, std::size_t n) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += std::size_t{gridDim.x} * blockDim.x)
    y[i] = weft::exp2_of(x[i]);
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

TEST_CASE("a power is right to a relative error of 2^-22") {
  const auto x = random_floats(1 << 20, 3, 62.5f, -62.5f);
  const weft::Buffer<float> in(x);
  weft::Buffer<float> out(x.size());
  take_powers<<<64, 256>>>(in.data(), out.data(), x.size());
  weft::check(cudaGetLastError());
  const auto y = out.to_host();
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = worse(worst, std::abs(y[i] / std::exp2(double{x[i]}) - 1));
  }
  CHECK(worst <= 0x1p-22);
}

struct Case {
  const char* name;
  std::vector<float> row;
};

TEST_CASE("every result is within its bound, however often the reference rises") {
  constexpr unsigned n = 4096;
  std::vector<float> slowly(n), steeply(n);
  for (unsigned i = 0; i < n; ++i) slowly[i] = static_cast<float>(i) * 0.001f + 3;
  for (unsigned i = 0; i < n; ++i) steeply[i] = static_cast<float>(i) * 0.02f - 40;
  const std::vector<float> falling(steeply.rbegin(), steeply.rend());
  const Case cases[] = {{"random, from −1 to 1", random_floats(n, 1, 1)},
                        {"random, from −40 to 40", random_floats(n, 2, 40)},
                        {"falling by 80", falling},
                        {"rising by 4", slowly},
                        {"rising by 80", steeply}};
  std::vector<double> bounds;
  std::puts("row | rescalings | largest error (u) | largest bound (u)");
  for (const Case& one : cases) {
    int rescalings = -1;
    float largest = -INFINITY;
    for (const float x : one.row) {
      rescalings += x > largest;
      largest = std::max(largest, x);
    }
    const weft::Buffer<float> in(one.row);
    weft::Buffer<float> out(n);
    softmax_in_order<<<1, 32>>>(in.data(), out.data(), 1, n);
    weft::check(cudaGetLastError());
    const Largest found = softmax_error(one.row.data(), out.to_host().data(), n, rescalings, n);
    CHECK(found.share <= 1);
    bounds.push_back(found.bound);
    std::printf("%s | %d | %.0f | %.0f\n", one.name, rescalings, found.error, found.bound);
  }
  CHECK(bounds[4] < 1.01 * bounds[3]);  // a rise by 80, and by 4
}
