// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 5f597e67c7f57e442abe4efc43195108c1976d34]
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/product.cuh"

std::vector<float> small_numbers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

TEST_CASE("exact") {
  using Shape = std::array<unsigned, 3>;
  weft::Product product;
  for (const auto& [m, k, n] : {Shape{1, 1, 1}, Shape{37, 53, 29}, Shape{65, 100, 1}, Shape{130, 50, 260}})
    for (unsigned which = 0; which < 3; ++which)
      for (unsigned piece : {16u, 112u}) {
        const auto in_a = small_numbers(m * k, 1), in_b = small_numbers(k * n, 2);
        const weft::Buffer<float> a(in_a), b(in_b);
        weft::Buffer<float> c(std::vector<float>(m * n, NAN));
        product.multiply(which, piece, {a.data(), b.data(), c.data(), m, n, k, k, n, n, 2, 0});
        const auto got = c.to_host();
        for (std::size_t i = 0; i < m * n; ++i) {
          float expected = 0.0f;
          for (std::size_t j = 0; j < k; ++j) expected += in_a[i / n * k + j] * in_b[j * n + i % n];
          CHECK(got[i] == 2 * expected);
        }
      }
  std::puts("exact");
}
