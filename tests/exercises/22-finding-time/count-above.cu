#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "22-finding-time/count-above.hpp"

using Shape = std::array<unsigned, 2>;

unsigned expected_count(const std::vector<float>& values, float limit) {
  unsigned count = 0;
  for (const float value : values) count += value > limit;
  return count;
}

void expect_count(const std::vector<float>& values, unsigned rows, unsigned columns, float limit, unsigned before = 0) {
  CAPTURE(rows);
  CAPTURE(columns);
  DeviceArray<float> in(values);
  DeviceArray<unsigned> count(std::vector<unsigned>{before});
  count_above(in.data(), rows, columns, limit, count.data());
  require_success(cudaDeviceSynchronize());
  CHECK(count.read()[0] == before + expected_count(values, limit));
  CHECK(count.written_around() == "");
}

constexpr unsigned rows = 512, columns = 512;  // of the matrix that is observed

template <typename Work>
void with_matrix(Work work) {
  DeviceArray<float> in(random_values<float>(rows * columns, 8));
  DeviceArray<unsigned> count(std::vector<unsigned>{0});
  work([&] { count_above(in.data(), rows, columns, 0.5f, count.data()); });
}

TEST_CASE("the slow kernel misses every bound") {
  DeviceArray<float> in(random_values<float>(rows * columns, 8));
  DeviceArray<unsigned> count(std::vector<unsigned>{0});
  const auto seen = loom::observe([&] { count_slowly(in.data(), rows, columns, 0.5f, count.data()); });
  CHECK(count.read()[0] > 0);
  CHECK(seen.global_loads.sectors_per_request() == 32);
  CHECK(seen.global_atomics.requests > 512);
}

TEST_CASE("matrices of any shape are counted") {
  for (const auto& [height, width] : {Shape{1, 1}, Shape{1, 257}, Shape{257, 1}, Shape{37, 53}, Shape{130, 31}, Shape{300, 1000}})
    expect_count(random_values<float>(height * width, 8), height, width, 0.25f);
}

TEST_CASE("the count is added to what is there") { expect_count(random_values<float>(1000, 8), 10, 100, 0.0f, 1'000'000); }

TEST_CASE("an element that equals the limit is not above it, and neither is NaN") {
  std::vector<float> values(64 * 3, 1.0f);
  values[5] = NAN;
  values[100] = std::nextafter(1.0f, 2.0f);
  values[191] = INFINITY;
  expect_count(values, 64, 3, 1.0f);
}

TEST_CASE("without an element, the count stays") {
  DeviceArray<float> in(1);
  DeviceArray<unsigned> count(std::vector<unsigned>{7});
  for (const auto& [height, width] : {Shape{0, 5}, Shape{5, 0}}) {
    CHECK_NOTHROW(count_above(in.data(), height, width, 0.0f, count.data()));
    require_success(cudaDeviceSynchronize());
    CHECK(count.read()[0] == 7);
  }
}

TEST_CASE("each sector is loaded once, and all of it is used") {
  with_matrix([](auto count) {
    const loom::Seen seen = loom::observe(count);
    CHECK(seen.global_loads.bytes_per_sector() == 32);
    CHECK(seen.global_loads.sectors <= rows * columns / 8 * 1.01);
  });
}

TEST_CASE("there are at most 512 atomic operations in global memory") {
  with_matrix([](auto count) { CHECK(atomics_seen(count).in_global <= 512); });
}

TEST_CASE("there are at most 1,024 atomic requests in shared memory") {
  with_matrix([](auto count) { CHECK(atomics_seen(count).in_shared <= 1024); });
}

TEST_CASE("the work is shared by many threads in several blocks") {
  with_matrix([](auto count) { CHECK(too_serial({.threads = 4096, .blocks = 16}, count) == ""); });
}
