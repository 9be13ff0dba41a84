// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 c9f7d1e45a5e182b603171d05cfa78105b13ceee]
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/blas.cuh"
#include "common/measure.cuh"
#include "common/product.cuh"
#include "common/side-by-side.cuh"

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

// Whether 64 elements of the product of m × k by k × n, here and there, are right.
bool right(std::size_t m, std::size_t k, std::size_t n, const std::vector<float>& a,
           const std::vector<float>& b, const std::vector<float>& c) {
  bool all = true;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % (m * n), row = at / n, column = at % n;
    double sum = 0, magnitude = 0;
    for (std::size_t l = 0; l < k; ++l) {
      const double term = 1.0 * a[row * k + l] * b[l * n + column];
      sum += term;
      magnitude += std::abs(term);
    }
    all = all && std::abs(c[at] - sum) <= 1.01 * static_cast<double>(k) * 0x1p-24 * magnitude;
  }
  return all;
}

TEST_CASE("long sums are cut in pieces, and are right") {
  const auto a = random_numbers(5 * 3000, 1), b = random_numbers(3000 * 7, 2);
  const weft::Matrix<float> on_a(5, 3000, a), on_b(3000, 7, b);
  weft::Matrix<float> c(5, 7);
  weft::Product()(1.0f, on_a.view(), on_b.view(), 0.0f, c.view());
  CHECK(right(5, 3000, 7, a, b, c.to_host()));
  const auto choice = weft::choose(5, 7, 3000, 132);
  CHECK(weft::ceil_div(3000, choice.piece) > 1);
  std::printf("pieces of %u terms\n", choice.piece);
}

TEST_CASE("tall and flat products beside the library" * doctest::skip(!weft::measuring())) {
  const weft::Blas blas;
  const float one = 1, zero = 0;
  weft::Product product;
  for (const auto& [m, n] : {std::pair{256u, 256u}, {32u, 4096u}, {4096u, 65u}})
    for (unsigned k = 1 << 10; k <= 1 << 16; k *= 4) {
      const auto in_a = random_numbers(std::size_t{m} * k, 1), in_b = random_numbers(std::size_t{k} * n, 2);
      const weft::Matrix<float> a(m, k, in_a), b(k, n, in_b);
      weft::Matrix<float> ours(m, n), theirs(m, n);
      const int rows = static_cast<int>(m), columns = static_cast<int>(n), terms = static_cast<int>(k);
      constexpr int times = 8;
      const auto [our_time, their_time] = weft::side_by_side(
          5,
          [&] {
            for (int i = 0; i < times; ++i) product(1.0f, a.view(), b.view(), 0.0f, ours.view());
          },
          [&] {
            for (int i = 0; i < times; ++i)
              weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, terms, &one, b.view().data(),
                                      columns, a.view().data(), terms, &zero, theirs.view().data(), columns));
          });
      CHECK(right(m, k, n, in_a, in_b, ours.to_host()));
      const std::string name = std::to_string(m) + " × " + std::to_string(n);
      weft::report({name + ", ours", 1.0 * k, "terms", 2e-12 * times * m * n * k / our_time, "TFLOP/s"});
      weft::report({name + ", cuBLAS", 1.0 * k, "terms", 2e-12 * times * m * n * k / their_time, "TFLOP/s"});
    }
}
