#include <array>

#include <doctest/doctest.h>

#include "support.hpp"

#include "25-matrix-product/four-by-four.hpp"

struct Factors {
  std::size_t m, k, n;
  std::vector<float> in_a, in_b;
  DeviceArray<float> a, b, c;

  static std::vector<float> few(std::size_t count, unsigned seed) {
    std::vector<float> values;
    for (const int value : random_values<int>(count, seed)) values.push_back(static_cast<float>(value % 5));
    return values;
  }
  Factors(std::size_t rows, std::size_t depth_, std::size_t columns)
      : m(rows), k(depth_), n(columns), in_a(few(m * k, 1)), in_b(few(k * n, 2)), a(in_a), b(in_b), c(m * n) {}

  void multiply() {
    const dim3 grid(static_cast<unsigned>((n + 63) / 64), static_cast<unsigned>((m + 63) / 64));
    multiply_four_by_four<<<grid, 256>>>({a.data(), m, k}, {b.data(), k, n}, {c.data(), m, n});
    require_success(cudaGetLastError());
    require_success(cudaDeviceSynchronize());
  }
  std::vector<float> expected() const {
    std::vector<float> sums(m * n, 0.0f);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t l = 0; l < k; ++l)
        for (std::size_t j = 0; j < n; ++j) sums[i * n + j] += in_a[i * k + l] * in_b[l * n + j];
    return sums;
  }
};

TEST_CASE("any shape") {
  for (const auto& [m, k, n] : {std::array<std::size_t, 3>{64, 16, 64}, {1, 1, 1}, {37, 53, 29}, {65, 17, 130}, {128, 48, 63}, {3, 100, 64}}) {
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
  Factors of(5, 0, 7);
  of.multiply();
  CHECK(difference(of.c.read(), std::vector<float>(35, 0.0f)) == "");
}

#ifdef __LOOM__
TEST_CASE("two multiply-adds per load from shared memory, without conflicts") {
  Factors of(128, 32, 64);
  const auto seen = loom::observe([&] { of.multiply(); });
  CHECK(seen.shared_loads.requests > 0);
  CHECK(2 * seen.shared_loads.requests <= of.m * of.k * of.n / 32);
  CHECK(seen.shared_loads.conflicts == 0);
  CHECK(seen.shared_stores.conflicts == 0);
}

TEST_CASE("each tile is fetched once by each block that needs it, by whole sectors") {
  Factors of(128, 32, 64);
  const auto seen = loom::observe([&] { of.multiply(); });
  CHECK(seen.global_loads.bytes == 4 * 2 * (64 + 64) * 32);
  CHECK(seen.global_loads.sectors * 32 == seen.global_loads.bytes);
  CHECK(seen.global_stores.bytes == 4 * 128 * 64);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  Factors of(128, 32, 128);
  CHECK(too_serial({.threads = 500, .blocks = 3}, [&] { of.multiply(); }) == "");
}
