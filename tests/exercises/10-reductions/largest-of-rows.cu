#include <doctest/doctest.h>

#include "support.hpp"

#include "10-reductions/largest-of-rows.hpp"

std::vector<unsigned> expected_of(const std::vector<float>& values, std::size_t rows, std::size_t columns) {
  std::vector<unsigned> places(rows, static_cast<unsigned>(columns));
  for (std::size_t row = 0; row < rows; ++row) {
    float largest = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      const float value = values[row * columns + column];
      if (std::isnan(value) || (places[row] < columns && value <= largest)) continue;
      largest = value;
      places[row] = static_cast<unsigned>(column);
    }
  }
  return places;
}

std::string wrong_in(const std::vector<float>& values, std::size_t rows, std::size_t columns, unsigned blocks = 3,
                     unsigned threads = 64) {
  DeviceArray<float> on_device(values);
  DeviceArray<unsigned> places(rows);
  largest_of_rows<<<blocks, threads>>>({on_device.data(), rows, columns}, places.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(places.written_around() == "");
  return difference(places.read(), expected_of(values, rows, columns));
}

TEST_CASE("any shape") {
  for (const std::size_t rows : {1, 2, 37, 100})
    for (const std::size_t columns : {1, 31, 32, 33, 129}) {
      CAPTURE(rows);
      CAPTURE(columns);
      CHECK(wrong_in(random_values<float>(rows * columns, 5), rows, columns) == "");
    }
}

TEST_CASE("any grid, any block") {
  for (const unsigned blocks : {1u, 2u, 50u})
    for (const unsigned threads : {32u, 96u, 256u, 1024u}) {
      CAPTURE(blocks);
      CAPTURE(threads);
      CHECK(wrong_in(random_values<float>(41 * 70, 9), 41, 70, blocks, threads) == "");
    }
}

TEST_CASE("negative values, with the largest in each column in turn") {
  std::vector<float> values(70 * 70, -5.0f);
  for (std::size_t i = 0; i < 70; ++i) values[i * 70 + (i * 3) % 70] = -2.0f;
  CHECK(wrong_in(values, 70, 70) == "");
}

TEST_CASE("among equal values the first wins") {
  std::vector<float> values(64 * 100, 0.0f);
  for (std::size_t row = 0; row < 64; ++row)
    for (const std::size_t column : {row + 30, row + 3, row + 35}) values[row * 100 + column] = 7.0f;
  CHECK(wrong_in(values, 64, 100) == "");
  CHECK(wrong_in(std::vector<float>(4 * 77, 1.5f), 4, 77) == "");
}

TEST_CASE("NaN is ignored, infinities are not") {
  const float inf = INFINITY;
  std::vector<float> values(5 * 40, NAN);
  values[40 + 33] = -7.0f;             // row 1: one number
  values[80 + 39] = -inf;              // row 2: only minus infinity
  values[120 + 1] = values[120 + 34] = inf;
  for (std::size_t column = 0; column < 40; ++column) values[160 + column] = column % 2 ? NAN : -inf;
  CHECK(wrong_in(values, 5, 40) == "");
}

TEST_CASE("zeros of either sign are equal, so the first wins") {
  std::vector<float> values(4 * 40, -1.0f);
  values[0 * 40 + 3] = -0.0f, values[0 * 40 + 5] = 0.0f;    // in two lanes
  values[1 * 40 + 3] = 0.0f, values[1 * 40 + 5] = -0.0f;
  values[2 * 40 + 1] = -0.0f, values[2 * 40 + 33] = 0.0f;   // in one lane
  values[3 * 40 + 1] = 0.0f, values[3 * 40 + 33] = -0.0f;
  CHECK(wrong_in(values, 4, 40) == "");
}

TEST_CASE("rows without columns") { CHECK(wrong_in({}, 3, 0) == ""); }

#ifdef __LOOM__
TEST_CASE("loads run along the rows, and lanes communicate only by shuffles") {
  const std::vector<float> values = random_values<float>(64 * 64, 2);
  DeviceArray<float> on_device(values);
  DeviceArray<unsigned> places(64);
  const loom::Seen seen = loom::observe([&] { largest_of_rows<<<2, 128>>>({on_device.data(), 64, 64}, places.data()); });
  CHECK(seen.global_loads.requests == 64 * 64 / 32);
  CHECK(seen.global_loads.sectors_per_request() == 4);
  CHECK(seen.global_atomics.requests == 0);
  CHECK(seen.shared_loads.requests + seen.shared_stores.requests + seen.shared_atomics.requests == 0);
}

TEST_CASE("the rows are distributed over all warps") {
  DeviceArray<float> on_device(random_values<float>(8 * 32, 2));
  DeviceArray<unsigned> places(8);
  const loom::Seen seen = loom::observe([&] { largest_of_rows<<<2, 128>>>({on_device.data(), 8, 32}, places.data()); });
  CHECK(seen.global_stores.requests == 8);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> on_device(random_values<float>(64 * 64, 2));
  DeviceArray<unsigned> places(64);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] { largest_of_rows<<<4, 64>>>({on_device.data(), 64, 64}, places.data()); }) == "");
}
