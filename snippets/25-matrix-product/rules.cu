// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 ed1d9f6976a1bdc6d8b71999842b660d8882667e]
#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/blas.cuh"
#include "common/product.cuh"

struct Made {  // c = alpha a b + beta c, 5 × 4 × 6, all in rows that are longer than necessary
  static constexpr std::size_t m = 5, k = 4, n = 6, long_a = 7, long_b = 8, long_c = 9;
  weft::Buffer<float> a{std::vector<float>(m * long_a, NAN)}, b{std::vector<float>(k * long_b, NAN)},
      c{std::vector<float>(m * long_c, NAN)};

  static void fill(weft::Buffer<float>& buffer, std::size_t rows, std::size_t columns,
                   std::size_t leading, float value) {
    std::vector<float> values = buffer.to_host();
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) values[i * leading + j] = value;
    buffer.copy_from(values);
  }
  std::vector<float> multiply(float alpha, float beta) {
    weft::Product()(alpha, weft::RowMajor<const float>(a.data(), m, k, long_a),
                    weft::RowMajor<const float>(b.data(), k, n, long_b), beta,
                    weft::RowMajor<float>(c.data(), m, n, long_c));
    return c.to_host();
  }
};

// All elements within the matrix are `value`, and all after the ends of its rows are still NaN.
bool is_all(const std::vector<float>& c, float value) {
  bool all = true;
  for (std::size_t i = 0; i < c.size(); ++i)
    all = all && (i % Made::long_c < Made::n ? c[i] == value : std::isnan(c[i]));
  return all;
}

TEST_CASE("beta = 0 does not read C, alpha = 0 reads neither A nor B") {
  Made of;  // full of NaN
  of.fill(of.c, of.m, of.n, of.long_c, 3.0f);
  CHECK(is_all(of.multiply(0.0f, 2.0f), 6.0f));
  of.fill(of.a, of.m, of.k, of.long_a, 1.0f);
  of.fill(of.b, of.k, of.n, of.long_b, 5.0f);
  of.fill(of.c, of.m, of.n, of.long_c, NAN);
  CHECK(is_all(of.multiply(2.0f, 0.0f), 40.0f));
  CHECK(is_all(of.multiply(2.0f, 0.5f), 60.0f));
  CHECK(is_all(of.multiply(0.0f, 0.0f), 0.0f));
}

TEST_CASE("an infinity in B makes NaN in its column, and nowhere else") {
  Made of;
  of.fill(of.a, of.m, of.k, of.long_a, 0.0f);
  of.fill(of.b, of.k, of.n, of.long_b, 1.0f);
  auto b = of.b.to_host();
  b[2] = INFINITY;  // in column 2, and 0 times infinity is not a number
  of.b.copy_from(b);
  const auto c = of.multiply(1.0f, 0.0f);
  for (std::size_t i = 0; i < of.m; ++i)
    for (std::size_t j = 0; j < of.n; ++j) CHECK(std::isnan(c[i * of.long_c + j]) == (j == 2));
}

// Consecutive columns are the rows of the transpose.
template <class T>
weft::RowMajor<T> transposed(const weft::ColumnMajor<T>& of) {
  const auto size = [](int elements) { return static_cast<std::size_t>(elements); };
  return {of.data(), size(of.columns()), size(of.rows()), size(of.leading())};
}

TEST_CASE("by columns: C' = B' A'") {
  const weft::Buffer<float> a(std::vector<float>{1, 2, 3, 4, 5, 6}), b(std::vector<float>{1, -1, 2});
  weft::Buffer<float> c(std::vector<float>{NAN, NAN});
  const weft::ColumnMajor<const float> by_columns(a.data(), 2, 3, 2), vector(b.data(), 3, 1, 3);
  weft::Product()(1.0f, transposed(vector), transposed(by_columns), 0.0f,
                  transposed(weft::ColumnMajor<float>(c.data(), 2, 1, 2)));
  CHECK(c.to_host() == std::vector<float>{1 - 3 + 10, 2 - 4 + 12});
  std::printf("(%.0f, %.0f)\n", c.to_host()[0], c.to_host()[1]);
}

TEST_CASE("offsets beyond 2^31 and 2^32 elements") {
  CHECK(weft::place_of(50'000, 49'999, 50'000) == 2'500'049'999);
  CHECK(weft::place_of(INT_MAX, INT_MAX, INT_MAX) == 4'611'686'016'279'904'256);
  constexpr unsigned pieces = 63, m = 1u << 27;  // 32-bit arguments, as in the kernel
  CHECK(weft::place_in_pieces(pieces, m, 5, 3, 8) == 67'645'734'955);
}

TEST_CASE("rows in reverse order: offsets have 64 bits in every kernel") {
  const auto backwards = [](std::size_t rows, std::size_t columns, auto element) {
    std::vector<float> all;
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t j = 0; j < columns; ++j) all.push_back(element(i, j));
    return weft::Buffer<float>(all);
  };
  const auto of_a = [](std::size_t i, std::size_t l) { return static_cast<float>((7 * i + 3 * l) % 9) - 4; };
  const auto of_b = [](std::size_t l, std::size_t j) { return static_cast<float>((5 * l + 2 * j) % 7) - 3; };
  constexpr unsigned m = 37, k = 40;
  for (const unsigned n : {36u, 35u}) {  // 16 bytes at a time, and single words
    const auto a = backwards(m, k, of_a), b = backwards(k, n, of_b);
    const auto expected = backwards(m, n, [&](std::size_t i, std::size_t j) {
      float sum = 0;
      for (std::size_t l = 0; l < k; ++l) sum += of_a(i, l) * of_b(l, j);
      return sum;
    });
    for (unsigned tiling = 0; tiling < std::size(weft::sizes); ++tiling)
      for (const unsigned piece : {k, 16u}) {
        weft::Buffer<float> c(std::vector<float>(m * n, NAN));
        weft::Product().multiply(tiling, piece, {a.data() + (m - 1) * k, b.data() + (k - 1) * n,
                                                 c.data() + (m - 1) * n, m, n, k, 0 - std::size_t{k},
                                                 0 - std::size_t{n}, 0 - std::size_t{n}, 1.0f, 0.0f});
        CHECK(c.to_host() == expected.to_host());
      }
  }
}

TEST_CASE("matrices that do not fit are refused") {
  const weft::Matrix<float> a(2, 3);
  weft::Matrix<float> c(2, 2);
  CHECK_THROWS_AS(weft::Product()(1.0f, a.view(), a.view(), 0.0f, c.view()), std::invalid_argument);
  weft::Product()(1.0f, {nullptr, 0, 2, 2}, a.view(), 0.0f, {nullptr, 0, 3, 3});  // nothing to do
}
