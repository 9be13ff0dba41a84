#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "07-shared-memory/by-transpose.hpp"

// Integers, small enough for every sum to be exact.
std::vector<float> small_numbers(std::size_t count, unsigned seed) {
  std::vector<float> values;
  for (const int value : random_values<int>(count, seed)) values.push_back(static_cast<float>(value % 5));
  return values;
}

void expect_product(std::size_t m, std::size_t k, std::size_t n) {
  const std::vector<float> a = small_numbers(m * k, 1), b = small_numbers(n * k, 2);
  std::vector<float> expected(m * n);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < k; ++l) expected[i * n + j] += a[i * k + l] * b[j * k + l];
  DeviceArray<float> on_a(a), on_b(b), c(m * n);
  CAPTURE(m);
  CAPTURE(k);
  CAPTURE(n);
  by_transpose({on_a.data(), m, k}, {on_b.data(), n, k}, {c.data(), m, n});
  require_success(cudaDeviceSynchronize());
  CHECK(difference(c.read(), expected) == "");
  CHECK(c.written_around() == "");
}

loom::Seen seen_with_whole_tiles() {
  DeviceArray<float> a(small_numbers(64 * 96, 1)), b(small_numbers(32 * 96, 2)), c(64 * 32);
  return loom::observe([&] { by_transpose({a.data(), 64, 96}, {b.data(), 32, 96}, {c.data(), 64, 32}); });
}

TEST_CASE("whole tiles are multiplied") { expect_product(64, 96, 32); }

TEST_CASE("factors of any shape are multiplied") {
  expect_product(1, 1, 1);
  expect_product(37, 53, 29);
  expect_product(65, 100, 1);
  expect_product(3, 31, 70);
  expect_product(33, 33, 33);
}

TEST_CASE("both factors are fetched along their rows") { CHECK(seen_with_whole_tiles().global_loads.sectors_per_request() == 4); }

TEST_CASE("each fetched element serves 32 rows or columns of the result") {
  // 64 rows of a for one tile across, 32 rows of b for two tiles down; 96 / 32 requests per row.
  CHECK(seen_with_whole_tiles().global_loads.requests == (64 * 1 + 32 * 2) * 3);
}

TEST_CASE("no access to shared memory conflicts") {
  const loom::Seen seen = seen_with_whole_tiles();
  CHECK(seen.shared_loads.requests > 0);
  CHECK(seen.shared_loads.conflicts == 0);
  CHECK(seen.shared_stores.conflicts == 0);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> a(small_numbers(64 * 96, 1)), b(small_numbers(64 * 96, 2)), c(64 * 64);
  CHECK(too_serial({.threads = 2000, .blocks = 3}, [&] { by_transpose({a.data(), 64, 96}, {b.data(), 64, 96}, {c.data(), 64, 64}); }) == "");
}
