// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 c310631a5c0450a6fade7c0555a63713df9647b8]
#include <cmath>
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

void by_library(const weft::Blas& blas, unsigned m, unsigned n, unsigned k, const float* a, const float* b,
                float* c) {  // all by rows
  const int rows = static_cast<int>(m), columns = static_cast<int>(n), terms = static_cast<int>(k);
  const float one = 1, zero = 0;
  weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, terms, &one, b, columns, a, terms,
                          &zero, c, columns));
}

// The speed of two tilings, of the tiling that `choose` selects, and of the library, side by side.
void race(unsigned m, unsigned n, unsigned k, const std::string& shape, double x, const char* unit,
          std::size_t first) {  // of those reported
  const auto in_a = random_numbers(std::size_t{m} * k, m), in_b = random_numbers(std::size_t{k} * n, n + 1);
  const weft::Buffer<float> a(in_a), b(in_b);
  std::vector<weft::Buffer<float>> c;
  for (int i = 0; i < 4; ++i) c.emplace_back(std::size_t{m} * n);
  const double operations = 2.0 * m * n * k;
  const auto times = static_cast<int>(std::max(1.0, 5e10 / operations));  // at a time
  const auto repeated = [=](auto work) {
    return [=] {
      for (int i = 0; i < times; ++i) work();
    };
  };
  const weft::Blas blas;
  weft::Product product;
  const auto in_one_piece = [&](unsigned tiling) {
    return repeated([&, tiling] {
      product.multiply(tiling, k, {a.data(), b.data(), c[tiling].data(), m, n, k, k, n, n, 1.0f, 0.0f});
    });
  };
  const auto seconds = weft::side_by_side(
      5, in_one_piece(0), in_one_piece(1),
      repeated([&] {
        product(1.0f, {a.data(), m, k, k}, {b.data(), k, n, n}, 0.0f, {c[2].data(), m, n, n});
      }),
      repeated([&] { by_library(blas, m, n, k, a.data(), b.data(), c[3].data()); }));
  const char* const names[] = {"128 × 256", "32 × 128", "as chosen", "cuBLAS"};
  for (std::size_t i = first; i < seconds.size(); ++i) {
    CHECK(right(m, k, n, in_a, in_b, c[i].to_host()));
    weft::report({names[i] + shape, x, unit, 1e-12 * times * operations / seconds[i], "TFLOP/s"});
  }
}

TEST_CASE("the product and the library are right for 65 rows") {
  constexpr unsigned n = 65;
  const auto a = random_numbers(n * n, 1), b = random_numbers(n * n, 2);
  const weft::Matrix<float> on_a(n, n, a), on_b(n, n, b);
  weft::Matrix<float> ours(n, n), theirs(n, n);
  weft::Product()(1.0f, on_a.view(), on_b.view(), 0.0f, ours.view());
  by_library(weft::Blas(), n, n, n, on_a.view().data(), on_b.view().data(), theirs.view().data());
  CHECK(right(n, n, n, a, b, ours.to_host()));
  CHECK(right(n, n, n, a, b, theirs.to_host()));
}

TEST_CASE("square products compared with the library" * doctest::skip(!weft::measuring())) {
  for (const unsigned n : {512u, 1000u, 1024u, 1536u, 2048u, 2304u, 3001u, 4096u, 6000u, 8192u})
    race(n, n, n, "", n, "rows", 0);
}
