#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "12-finite-differences/down-the-rows.hpp"

using Shape = std::array<std::size_t, 2>;

std::vector<float> expected_sweep(std::size_t rows, std::size_t columns, const std::vector<float>& u) {
  std::vector<float> after = u;
  for (std::size_t i = 1; i + 1 < rows; ++i)
    for (std::size_t k = i * columns + 1; k + 1 < (i + 1) * columns; ++k)
      after[k] = quarter(u[k - 1], u[k + 1], u[k - columns], u[k + columns]);
  return after;
}

void expect_sweep(std::size_t rows, std::size_t columns, unsigned chunk) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(chunk);
  const std::vector<float> start = random_values<float>(rows * columns, 5);
  DeviceArray<float> in(start), out(start.size());
  sweep({in.data(), rows, columns}, {out.data(), rows, columns}, chunk);
  require_success(cudaDeviceSynchronize());
  CHECK(difference(out.read(), expected_sweep(rows, columns, start)) == "");
  CHECK(out.written_around() == "");
}

loom::Seen seen_with(unsigned chunk) {
  DeviceArray<float> in(random_values<float>(64 * 512, 5)), out(64 * 512);
  return loom::observe([&] { sweep({in.data(), 64, 512}, {out.data(), 64, 512}, chunk); });
}

TEST_CASE("a plate is swept in one chunk") { expect_sweep(37, 128, 64); }

TEST_CASE("plates of any shape are swept in chunks of any size") {
  for (const auto& [rows, columns] : {Shape{1, 1}, Shape{1, 70}, Shape{2, 2}, Shape{3, 3}, Shape{37, 53}, Shape{65, 1}, Shape{16, 257}})
    for (const unsigned chunk : {1u, 2u, 5u, 16u, 1000u}) expect_sweep(rows, columns, chunk);
}

TEST_CASE("a thread takes its chunk, and no more") {
  constexpr std::size_t rows = 16, columns = 40, chunk = 5;
  const std::vector<float> start = random_values<float>(rows * columns, 5);
  DeviceArray<float> in(start), out(start.size());
  sweep_down<<<dim3(1, 2), 64>>>({in.data(), rows, columns}, {out.data(), rows, columns}, chunk);
  require_success(cudaDeviceSynchronize());
  std::vector<float> swept = out.read(), expected = expected_sweep(rows, columns, start);
  for (std::size_t i = 2 * chunk * columns; i < swept.size(); ++i) {
    CAPTURE(i);
    REQUIRE(not_nan(swept[i]) == "");
  }
  swept.resize(2 * chunk * columns);
  expected.resize(2 * chunk * columns);
  CHECK(difference(swept, expected) == "");
}

TEST_CASE("three loads per point, and two per chunk") {
  const double warps = 64 * 512 / 32;
  CHECK(static_cast<double>(seen_with(64).global_loads.requests) <= (3 + 2.0 / 64) * warps);
  CHECK(static_cast<double>(seen_with(8).global_loads.requests) <= (3 + 2.0 / 8) * warps);
}

TEST_CASE("lanes go along a row") {
  CHECK(seen_with(16).global_stores.sectors_per_request() == 4);
  CHECK(seen_with(16).global_loads.sectors_per_request() <= 5);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> in(random_values<float>(64 * 512, 5)), out(64 * 512);
  CHECK(too_serial({.threads = 1000, .blocks = 16}, [&] { sweep({in.data(), 64, 512}, {out.data(), 64, 512}, 16); }) == "");
}
