#include <cmath>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "07-shared-memory/to-the-limit.hpp"

// Integers, small enough for every sum to be exact.
std::vector<float> small_numbers(std::size_t count, unsigned seed) {
  std::vector<float> values;
  for (const int value : random_values<int>(count, seed)) values.push_back(static_cast<float>(value % 3));
  return values;
}

void expect_dot(std::size_t n, std::size_t piece, unsigned threads) {
  const std::vector<float> a = small_numbers(n, 1), b = small_numbers(n, 2);
  double expected = 0.0;
  for (std::size_t i = 0; i < n; ++i) expected += a[i] * b[i];
  DeviceArray<float> on_a(a), on_b(b);
  CAPTURE(n);
  CAPTURE(piece);
  CAPTURE(threads);
  double found = NAN;
  CHECK_NOTHROW(found = dot({on_a.data(), n}, {on_b.data(), n}, piece, threads));
  CHECK(found == expected);
}

TEST_CASE("any length, any piece, any block") {
  expect_dot(1, 1, 32);
  expect_dot(1000, 7, 64);
  expect_dot(257, 100, 96);
  expect_dot(1000, 70, 50);
  expect_dot(50, 8, 1);
  for (const std::size_t n : {701, 801, 901}) expect_dot(n, 100, 64);  // the last piece has one element
  expect_dot(5, 100, 1024);
  expect_dot(1023 * 31, 5000, 256);
  expect_dot(0, 10, 32);
}

TEST_CASE("the largest piece is what the device allows") {
  int bytes = 0;
  require_success(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CHECK(largest_piece() == bytes / sizeof(float));
}

TEST_CASE("beyond 48 KiB, up to the limit") {
  expect_dot(40'000, 12'289, 512);
  int bytes = 0;
  require_success(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  expect_dot(60'001, bytes / sizeof(float), 1024);
}

TEST_CASE("a piece or a block that is too large throws") {
  DeviceArray<float> a(small_numbers(10, 1));
  CHECK_THROWS_AS(dot({a.data(), 10}, {a.data(), 10}, 1 << 20, 32), weft::CudaError);
  cudaGetLastError();
  CHECK_THROWS_AS(dot({a.data(), 10}, {a.data(), 10}, std::size_t{1} << 30, 32), weft::CudaError);  // 2^32 bytes
  cudaGetLastError();
  CHECK_THROWS_AS(dot({a.data(), 10}, {a.data(), 10}, 10, 2048), weft::CudaError);
  cudaGetLastError();  // a careless answer does not clear it
  expect_dot(10, 10, 32);  // no kernel has run with less memory than it uses
}

#ifdef __LOOM__
TEST_CASE("every product is written to shared memory") {
  const std::size_t n = 3200;
  DeviceArray<float> a(small_numbers(n, 1));
  const auto seen = loom::observe([&] { dot({a.data(), n}, {a.data(), n}, 1600, 64); });
  CHECK(seen.shared_stores.requests >= n / 32);
  CHECK(seen.shared_stores.requests <= n / 2);  // by one thread, and not by all
}

TEST_CASE("all threads of a block add up, not only one") {
  const std::size_t n = 3200;
  DeviceArray<float> a(small_numbers(n, 1));
  const auto seen = loom::observe([&] { dot({a.data(), n}, {a.data(), n}, 1600, 64); });
  CHECK(seen.shared_loads.requests <= n / 4);  // a single thread makes one request per element
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  // A thread that adds up alone what its block has in shared memory does most of the work.
  DeviceArray<float> a(small_numbers(2048, 1));
  CHECK(too_serial({.threads = 200, .blocks = 3}, [&] { dot({a.data(), 2048}, {a.data(), 2048}, 512, 256); }) == "");
}
