// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 876de68b55455b6f87a1d8e7496b934c32fda68c]
#include <cmath>
#include <cstdio>
#include <random>

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

TEST_CASE("the product and the library agree on sizes that are no multiple of anything") {
  const weft::Blas blas;
  weft::Product product;
  const float one = 1, zero = 0;
  for (const unsigned n : {1u, 17u, 65u}) {
    const auto a = random_numbers(n * n, 1), b = random_numbers(n * n, 2);
    const weft::Matrix<float> on_a(n, n, a), on_b(n, n, b);
    weft::Matrix<float> ours(n, n), theirs(n, n);
    product(1.0f, on_a.view(), on_b.view(), 0.0f, ours.view());
    const int side = static_cast<int>(n);
    weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, on_b.view().data(),
                            side, on_a.view().data(), side, &zero, theirs.view().data(), side));
    CHECK(right(n, n, n, a, b, ours.to_host()));
    CHECK(right(n, n, n, a, b, theirs.to_host()));
  }
  std::puts("both are right");
}

TEST_CASE("square products beside the library" * doctest::skip(!weft::measuring())) {
  const weft::Blas blas;
  const float one = 1, zero = 0;
  weft::Product product;
  for (const unsigned n : {512u, 640u, 768u, 1000u, 1024u, 1536u, 2000u, 2048u, 2304u, 3001u, 4000u, 4096u, 6000u, 8192u}) {
    const std::size_t all = std::size_t{n} * n;
    const auto in_a = random_numbers(all, n), in_b = random_numbers(all, n + 1);
    const weft::Buffer<float> a(in_a), b(in_b);
    std::vector<weft::Buffer<float>> c;
    for (int i = 0; i < 5; ++i) c.emplace_back(all);
    const auto of = [&](int i) {
      return weft::Operands{a.data(), b.data(), c[i].data(), n, n, n, n, n, n, 1.0f, 0.0f};
    };
    const unsigned times = std::max(1u, 4096 / n);
    const auto go = [&](unsigned tiling) {
      return [&, tiling] {
        for (unsigned i = 0; i < times; ++i) product.multiply(tiling, n, of(static_cast<int>(tiling)));
      };
    };
    const int side = static_cast<int>(n);
    const auto seconds = weft::side_by_side(
        5, go(0), go(1), go(2),
        [&] {
          for (unsigned i = 0; i < times; ++i)
            product(1.0f, weft::RowMajor<const float>(a.data(), n, n, n), weft::RowMajor<const float>(b.data(), n, n, n),
                    0.0f, weft::RowMajor<float>(c[3].data(), n, n, n));
        },
        [&] {
          for (unsigned i = 0; i < times; ++i)
            weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, b.data(), side,
                                    a.data(), side, &zero, c[4].data(), side));
        });
    const char* const names[] = {"128 × 256", "128 × 128", "64 × 64", "ours, as chosen", "cuBLAS"};
    const auto report = [&](const char* name, double time) {
      weft::report({name, 1.0 * n, "rows", 2e-12 * times * std::pow(n, 3) / time, "TFLOP/s"});
    };
    for (std::size_t i = 0; i < 5; ++i) {
      CHECK(right(n, n, n, in_a, in_b, c[i].to_host()));
      report(names[i], seconds[i]);
    }
    if (n > 1536) continue;
    const auto cut = [&](unsigned tiling, unsigned pieces) {
      const auto piece = static_cast<unsigned>(weft::ceil_div(weft::ceil_div(n, pieces), 16) * 16);
      return [&, tiling, piece] {
        for (unsigned i = 0; i < times; ++i) product.multiply(tiling, piece, of(0));
      };
    };
    const auto of_pieces = weft::side_by_side(5, cut(1, 2), cut(1, 4), cut(2, 2), cut(2, 4));
    report("128 × 128 in 2 pieces", of_pieces[0]);
    report("128 × 128 in 4 pieces", of_pieces[1]);
    report("64 × 64 in 2 pieces", of_pieces[2]);
    report("64 × 64 in 4 pieces", of_pieces[3]);
  }
}
