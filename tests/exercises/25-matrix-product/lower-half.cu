#include <doctest/doctest.h>

#include "support.hpp"

#include "25-matrix-product/lower-half.hpp"

std::vector<float> few(std::size_t count, unsigned seed) {
  std::vector<float> values;
  for (const int value : random_values<int>(count, seed)) values.push_back(static_cast<float>(value % 5));
  return values;
}

// The first error in 2 a a' + beta c for n × k, where c is `old` on and below the diagonal and 77 above.
std::string wrong_in(std::size_t n, std::size_t k, float beta = 0.0f, float old = NAN) {
  const auto in_a = few(n * k, 3);
  std::vector<float> before(n * n), expected(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      before[i * n + j] = j > i ? 77.0f : old;
      float sum = 0;
      for (std::size_t l = 0; l < k; ++l) sum += in_a[i * k + l] * in_a[j * k + l];
      expected[i * n + j] = j > i ? 77.0f : beta == 0 ? 2 * sum : 2 * sum + beta * old;
    }
  DeviceArray<float> a(in_a), c(before);
  lower_half<<<blocks_for(n), dim3(32, 8)>>>(2.0f, {a.data(), n, k}, beta, {c.data(), n, n});
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(c.written_around() == "");
  return difference(c.read(), expected);
}

TEST_CASE("any shape") {
  for (const auto& [n, k] : {std::pair<std::size_t, std::size_t>{32, 32}, {1, 1}, {37, 53}, {64, 7}, {130, 33}, {600, 3}}) {
    CAPTURE(n);
    CAPTURE(k);
    CHECK(wrong_in(n, k) == "");
  }
}

TEST_CASE("the old values are multiplied by beta, and ignored if beta is 0") {
  CHECK(wrong_in(45, 20, 3.0f, 5.0f) == "");
  CHECK(wrong_in(45, 0, -1.0f, 5.0f) == "");
}

TEST_CASE("one block per tile on the diagonal and below it") {
  CHECK(blocks_for(1) == 1);
  CHECK(blocks_for(32) == 1);
  CHECK(blocks_for(33) == 3);
  CHECK(blocks_for(129) == 15);
  CHECK(blocks_for(2'000'000) == 1'953'156'250);
}

#ifdef __LOOM__
TEST_CASE("each block fetches its two tiles once, and only the lower half is written, without conflicts") {
  constexpr std::size_t n = 128, k = 64;
  DeviceArray<float> a(few(n * k, 1)), c(n * n);
  const auto seen = loom::observe([&] { lower_half<<<10, dim3(32, 8)>>>(1.0f, {a.data(), n, k}, 0.0f, {c.data(), n, n}); });
  CHECK(seen.global_loads.bytes <= 10 * 2 * 32 * k * 4);
  CHECK(seen.global_loads.sectors_per_request() == 4);
  CHECK(seen.global_stores.bytes == n * (n + 1) / 2 * 4);
  CHECK(seen.shared_loads.conflicts + seen.shared_stores.conflicts == 0);
  CHECK(seen.shared_loads.requests <= 2 * 10 * 32 * k);  // two per multiply-add
}

TEST_CASE("of the old values, only the lower half is read") {
  constexpr std::size_t n = 128, k = 64;
  DeviceArray<float> a(few(n * k, 1)), c(std::vector<float>(n * n, 1.0f));
  const auto seen = loom::observe([&] { lower_half<<<10, dim3(32, 8)>>>(1.0f, {a.data(), n, k}, 2.0f, {c.data(), n, n}); });
  CHECK(seen.global_loads.bytes <= 10 * 2 * 32 * k * 4 + n * (n + 1) / 2 * 4);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  constexpr std::size_t n = 128, k = 64;
  DeviceArray<float> a(few(n * k, 1)), c(n * n);
  CHECK(too_serial({.threads = 1000, .blocks = 7}, [&] { lower_half<<<10, dim3(32, 8)>>>(1.0f, {a.data(), n, k}, 0.0f, {c.data(), n, n}); }) == "");
}
