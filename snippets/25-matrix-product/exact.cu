// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 83eabb96809803b654d979b3b09feeddef493a6c]
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

std::vector<float> times_two(const Shape& of, const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> c(std::size_t{of.m} * of.n, 0.0f);
  for (std::size_t i = 0; i < of.m; ++i)
    for (std::size_t k = 0; k < of.k; ++k)
      for (std::size_t j = 0; j < of.n; ++j) c[i * of.n + j] += 2 * a[i * of.k + k] * b[k * of.n + j];
  return c;
}

TEST_CASE("integers come out exactly: any shape, tiling and number of pieces") {
  weft::Product product;
  unsigned tried = 0;
  for (const Shape& of : {Shape{1, 1, 1}, {37, 53, 29}, {65, 100, 1}, {130, 50, 260}, {64, 31, 68}}) {
    const auto a = whole_numbers(of.m * of.k, 1), b = whole_numbers(of.k * of.n, 2);
    const weft::Buffer<float> on_a(a), on_b(b);
    const auto expected = times_two(of, a, b);
    for (unsigned tiling = 0; tiling < std::size(weft::sizes); ++tiling)
      for (const unsigned piece : {16u, 48u, 112u}) {
        weft::Buffer<float> c(std::vector<float>(of.m * of.n, NAN));
        product.multiply(tiling, piece, {on_a.data(), on_b.data(), c.data(), of.m, of.n, of.k, of.k,
                                         of.n, of.n, 2.0f, 0.0f});
        CHECK(c.to_host() == expected);
        ++tried;
      }
  }
  std::printf("%u products are exact\n", tried);
}
