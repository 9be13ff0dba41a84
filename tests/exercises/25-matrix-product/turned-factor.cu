#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "support.hpp"

#include "25-matrix-product/turned-factor.hpp"
#include "common/product.cuh"
#include "common/timer.cuh"

struct Factors {
  std::size_t m, k, n;
  std::vector<float> in_a, in_b;
  DeviceArray<float> a, b, c;

  static std::vector<float> few(std::size_t count, unsigned seed) {
    std::vector<float> values;
    for (const int value : random_values<int>(count, seed)) values.push_back(static_cast<float>(value % 5));
    return values;
  }
  Factors(std::size_t rows, std::size_t terms, std::size_t columns)
      : m(rows), k(terms), n(columns), in_a(few(k * m, 1)), in_b(few(k * n, 2)), a(in_a), b(in_b), c(m * n) {}

  void multiply() {
    const Variant of = variant();
    const dim3 grid(static_cast<unsigned>((n + of.block_n - 1) / of.block_n), static_cast<unsigned>((m + of.block_m - 1) / of.block_m));
    multiply_turned<<<grid, of.threads>>>({a.data(), k, m}, {b.data(), k, n}, {c.data(), m, n});
    require_success(cudaGetLastError());
    require_success(cudaDeviceSynchronize());
  }
  std::vector<float> expected() const {
    std::vector<float> sums(m * n, 0.0f);
    for (std::size_t l = 0; l < k; ++l)
      for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) sums[i * n + j] += in_a[l * m + i] * in_b[l * n + j];
    return sums;
  }
};

TEST_CASE("any number of terms, and sides that are multiples of four") {
  for (const auto& [m, k, n] : {std::array<std::size_t, 3>{128, 32, 128}, {4, 1, 4}, {36, 53, 28}, {260, 7, 132}, {64, 100, 300}}) {
    Factors of(m, k, n);
    CAPTURE(m);
    CAPTURE(k);
    CAPTURE(n);
    of.multiply();
    CHECK(difference(of.c.read(), of.expected()) == "");
    CHECK(of.c.written_around() == "");
  }
}

TEST_CASE("an empty sum gives zeros") {
  Factors of(8, 0, 12);
  of.multiply();
  CHECK(difference(of.c.read(), std::vector<float>(8 * 12, 0.0f)) == "");
}

#ifdef __LOOM__
TEST_CASE("sixteen multiply-adds per load from shared memory, without conflicts, at two wavefronts each") {
  Factors of(256, 64, 256);
  const auto seen = loom::observe([&] { of.multiply(); });
  CHECK(seen.shared_loads.requests > 0);
  CHECK(16 * seen.shared_loads.requests <= of.m * of.k * of.n / 32);
  CHECK(seen.shared_loads.conflicts == 0);
  CHECK(seen.shared_loads.wavefronts_per_request() <= 2);
}

TEST_CASE("each block fetches its tiles once, 16 bytes at a time") {
  Factors of(256, 64, 256);
  const auto seen = loom::observe([&] { of.multiply(); });
  const Variant variant_of = variant();
  const std::size_t blocks = (256 / variant_of.block_m) * (256 / variant_of.block_n);
  CHECK(seen.global_loads.bytes == blocks * (variant_of.block_m + variant_of.block_n) * 64 * 4);
  CHECK(seen.global_loads.requests * 512 == seen.global_loads.bytes);
}
#endif

// TFLOP/s of the answer, compared bit by bit with the product and timed three times, as `weft::rate_of` does with a variant of the search.
double enter_search(std::size_t n) {
  Factors of(n, n, n);
  std::vector<float> by_rows(n * n);
  for (std::size_t l = 0; l < n; ++l)
    for (std::size_t i = 0; i < n; ++i) by_rows[i * n + l] = of.in_a[l * n + i];
  DeviceArray<float> a(by_rows);
  DeviceArray<float> c(n * n);
  weft::Product()(1.0f, {a.data(), n, n, n}, {of.b.data(), n, n, n}, 0.0f, {c.data(), n, n, n});
  const double seconds = weft::median_seconds(3, [&] { of.multiply(); });
  CHECK(difference(of.c.read(), c.read()) == "");
  return 2e-12 * std::pow(static_cast<double>(n), 3) / seconds;
}

TEST_CASE("in the search, it gives the bits of the product") {
#ifdef __LOOM__
  enter_search(128);
#else
  MESSAGE("multiply_turned at 4,096 rows: " << enter_search(4096) << " TFLOP/s; compare it with the chapter's search");
#endif
}

TEST_CASE("the work is shared by many threads in several blocks") {
  Factors of(256, 64, 256);
  const Variant tile = variant();
  const double blocks = 256.0 / tile.block_m * (256.0 / tile.block_n);
  CHECK(too_serial({.threads = blocks * tile.threads / 2, .blocks = 0.75 * blocks}, [&] { of.multiply(); }) == "");
}
