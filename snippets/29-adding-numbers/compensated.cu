// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 beacdbfd649ff2d67785195661e598a6e578689f]
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

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

void expect_compensated(const char* name, const std::vector<float>& x) {
  const double exact = exactly(x);
  double magnitude = 0;
  for (const float one : x) magnitude += std::abs(one);
  const weft::Buffer<float> on_device(x);
  const Parts of = weft::reduce<AddWithErrors>(weft::each(on_device.view(), AsParts{}), {}, 64);
  const double result = of.sum + of.errors;
  const std::size_t h = longest_path(x.size(), 64);
  const double bound =
      0x1p-24 * std::abs(exact) + (1 + 0x1p-24) * gamma(2 * h) * gamma(h) * magnitude;
  CHECK(std::abs(result - exact) <= bound);
  std::printf("%s | %.3g | %.2g | %.2g\n", name, magnitude / std::abs(exact),
              std::abs(result - exact) / std::abs(exact), bound / std::abs(exact));
}

TEST_CASE("a compensated sum is within its bound") {
  std::puts("numbers | condition number | relative error | its bound");
  expect_compensated("1/i", harmonic());
  expect_compensated("uniform from -1 to 1", uniform(million, -1, 1, 2));
  expect_compensated("huge ones that cancel", cancelling());
  expect_compensated("made against the chain", adversarial());
}
