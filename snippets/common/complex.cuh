// Tangled from chapters/13-convolution.md. Edit there. [sha1 f17929c401b141ca529ef54fe86d4c1985aabc59]
// Complex numbers for kernels, laid out as cuFFT's, and an exact transform on the host.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

namespace weft {

struct alignas(8) Complex {
  float x, y;
};

__host__ __device__ inline Complex operator+(Complex a, Complex b) { return {a.x + b.x, a.y + b.y}; }
__host__ __device__ inline Complex operator-(Complex a, Complex b) { return {a.x - b.x, a.y - b.y}; }
__host__ __device__ inline Complex operator*(Complex a, Complex b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
__host__ __device__ inline Complex operator*(float s, Complex z) { return {s * z.x, s * z.y}; }
inline double size(Complex z) { return std::hypot(z.x, z.y); }

// w to the power of k, for the n-th root w.
inline Complex root(std::size_t k, std::size_t n) {
  const double angle = -2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n);
  return {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

// Random values from -1 to 1.
inline std::vector<float> random_numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(random() >> 8) * 0x1p-23f - 1;
  return numbers;
}

using Exact = std::complex<double>;

// Splits into halves while the length is even; transforms the rest by definition.
inline std::vector<Exact> exact_transform(const std::vector<Exact>& x) {
  const std::size_t n = x.size(), half = n / 2;
  const auto w = [n](std::size_t k) {
    return std::polar(1.0,
                      -2 * std::numbers::pi * static_cast<double>(k % n) / static_cast<double>(n));
  };
  std::vector<Exact> result(n);
  if (n % 2 == 1) {
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) result[k] += x[j] * w(j * k);
    return result;
  }
  std::vector<Exact> even, odd;
  for (std::size_t j = 0; j < n; ++j) (j % 2 == 0 ? even : odd).push_back(x[j]);
  even = exact_transform(even);
  odd = exact_transform(odd);
  for (std::size_t k = 0; k < half; ++k) {
    const Exact turned = w(k) * odd[k];
    result[k] = even[k] + turned;
    result[k + half] = even[k] - turned;
  }
  return result;
}

inline std::vector<Exact> widened(const std::vector<Complex>& x) {
  std::vector<Exact> wide;
  for (const auto& [re, im] : x) wide.emplace_back(re, im);
  return wide;
}

// The root mean square of the errors of n numbers, relative to that of the exact numbers.
inline double error_of(const Complex* is, const std::vector<Exact>& should) {
  double off = 0, all = 0;
  for (std::size_t k = 0; k < should.size(); ++k) {
    off += std::norm(Exact(is[k].x, is[k].y) - should[k]);
    all += std::norm(should[k]);
  }
  return std::sqrt(off / all);
}

}  // namespace weft
