// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 8071f90a9676c401987e71656850d83f32ae1886]
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/product.cuh"

std::vector<float> random_numbers(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-23f - 1;
  return numbers;
}
std::vector<float> whole_numbers(std::size_t count, unsigned seed) {  // from -4 to 4
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

struct Shape {
  unsigned m, k, n;
};

// The largest error of c = a b, in units of u times the sum of magnitudes; infinite where one is NaN.
double worst_error(const Shape& of, const std::vector<float>& a, const std::vector<float>& b,
                   const std::vector<float>& c) {
  double worst = 0;
  for (std::size_t i = 0; i < of.m; ++i)
    for (std::size_t j = 0; j < of.n; ++j) {
      double sum = 0, magnitude = 0;
      for (std::size_t k = 0; k < of.k; ++k) {
        const double term = 1.0 * a[i * of.k + k] * b[k * of.n + j];
        sum += term;
        magnitude += std::abs(term);
      }
      const double error = std::abs(c[i * of.n + j] - sum) / (0x1p-24 * magnitude);
      worst = error <= worst ? worst : error >= worst ? error : INFINITY;
    }
  return worst;
}

TEST_CASE("random numbers: within the bound, the same bits on every run and in every tiling") {
  const Shape of{70, 1000, 36};
  const auto a = random_numbers(of.m * of.k, 1), b = random_numbers(of.k * of.n, 2);
  const weft::Buffer<float> on_a(a), on_b(b);
  weft::Product product;
  const auto multiply = [&](unsigned tiling, unsigned piece) {
    weft::Buffer<float> c(std::vector<float>(of.m * of.n, NAN));
    product.multiply(tiling, piece, {on_a.data(), on_b.data(), c.data(), of.m, of.n, of.k, of.k, of.n,
                                     of.n, 1.0f, 0.0f});
    return c.to_host();
  };
  const auto whole = multiply(0, of.k), pieces = multiply(1, 128);
  for (unsigned tiling = 1; tiling < std::size(weft::sizes); ++tiling) {
    CHECK(multiply(tiling, of.k) == whole);
    CHECK(multiply(tiling, 128) == pieces);
  }
  CHECK(pieces != whole);
  for (const auto& c : {whole, pieces}) {
    const double error = worst_error(of, a, b, c);
    CHECK(error <= 1.01 * of.k);             // the bound of 06-matrices
    CHECK(error <= 4 * std::sqrt(of.k));     // the estimate
    std::printf("%s: at most %.1f u\n", c == whole ? "in one piece " : "in 8 pieces  ", error);
  }
}
