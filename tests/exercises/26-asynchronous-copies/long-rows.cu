#include <doctest/doctest.h>

#include "support.hpp"

#include "26-asynchronous-copies/long-rows.hpp"

#include "common/async.cuh"

const weft::NeedsCapability hopper(9);

std::string wrong_in(unsigned rows, unsigned columns, float shift = 0.0f) {
  std::vector<float> values = random_values<float>(std::size_t{rows} * columns, rows + columns);
  for (float& value : values) value = std::floor(value * 4096) / 16 + shift;  // differences are exact
  std::vector<float> expected(values);
  for (unsigned row = 0; row < rows; ++row) {
    const auto begin = expected.begin() + std::size_t{row} * columns;
    const float largest = *std::max_element(begin, begin + columns);
    for (unsigned column = 0; column < columns; ++column) begin[column] -= largest;
  }
  DeviceArray<float> x(values), out(values.size());
  subtract_largest(x.data(), out.data(), rows, columns);
  require_success(cudaDeviceSynchronize());
  CHECK(out.written_around() == "");
  return difference(out.read(), expected);
}

TEST_CASE("one row") { CHECK(wrong_in(1, 1024) == ""); }

TEST_CASE("several rows of any length") {
  for (const unsigned columns : {1u, 2u, 5u, 257u, 1023u, 5000u}) {
    CAPTURE(columns);
    CHECK(wrong_in(3, columns) == "");
  }
}

TEST_CASE("negative numbers only") { CHECK(wrong_in(2, 1000, -1000.0f) == ""); }

TEST_CASE("the longest row") { CHECK(wrong_in(1, blocks_of_row * most_of_block) == ""); }

TEST_CASE("no rows") { CHECK(wrong_in(0, 10) == ""); }

#ifdef __LOOM__
TEST_CASE("each number is loaded once, and nothing else from global memory") {
  constexpr unsigned rows = 2, columns = 4096;
  DeviceArray<float> x(random_values<float>(rows * columns, 1)), out(rows * columns);
  const auto seen = loom::observe([&] { subtract_largest(x.data(), out.data(), rows, columns); });
  CHECK(seen.global_loads.bytes == rows * columns * 4);
  CHECK(seen.global_stores.bytes == rows * columns * 4);
}
#endif
