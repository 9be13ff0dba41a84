#include <algorithm>
#include <array>
#include <numeric>

#include <doctest/doctest.h>

#include "support.hpp"

#include "12-finite-differences/insulated.hpp"

using Shape = std::array<std::size_t, 2>;

// Integers, each a multiple of 64, so that three steps with r = 1/4 are exact.
std::vector<float> integers(std::size_t count) {
  std::vector<float> values;
  for (const int value : random_values<int>(count, 3)) values.push_back(static_cast<float>(64 * (value % 100)));
  return values;
}

std::vector<float> stepped(std::size_t rows, std::size_t columns, const std::vector<float>& start, float r) {
  DeviceArray<float> from(start), to(start.size());
  step({from.data(), rows, columns}, {to.data(), rows, columns}, r);
  require_success(cudaDeviceSynchronize());
  CHECK(to.written_around() == "");
  CHECK(difference(from.read(), start) == "");
  return to.read();
}

std::vector<float> expected_step(std::size_t rows, std::size_t columns, const std::vector<float>& u, float r) {
  std::vector<float> after = u;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const float here = u[i * columns + j];
      float flow = 0;
      if (i > 0) flow += u[(i - 1) * columns + j] - here;
      if (i + 1 < rows) flow += u[(i + 1) * columns + j] - here;
      if (j > 0) flow += u[i * columns + j - 1] - here;
      if (j + 1 < columns) flow += u[i * columns + j + 1] - here;
      after[i * columns + j] = here + r * flow;
    }
  return after;
}

TEST_CASE("one step of a plate with several rows and columns") {
  const std::vector<float> start = integers(37 * 53);
  CHECK(difference(stepped(37, 53, start, 0.25f), expected_step(37, 53, start, 0.25f)) == "");
  CHECK(difference(stepped(37, 53, start, 0.125f), expected_step(37, 53, start, 0.125f)) == "");
}

TEST_CASE("one step of plates of any shape") {
  for (const auto& [rows, columns] : {Shape{1, 1}, Shape{1, 40}, Shape{40, 1}, Shape{2, 2}, Shape{4, 32}, Shape{5, 257}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    const std::vector<float> start = integers(rows * columns);
    CHECK(difference(stepped(rows, columns, start, 0.25f), expected_step(rows, columns, start, 0.25f)) == "");
  }
}

TEST_CASE("no heat is lost, to the last bit") {
  std::vector<float> plate = integers(9 * 33);
  const double before = std::accumulate(plate.begin(), plate.end(), 0.0);
  for (int i = 0; i < 3; ++i) plate = stepped(9, 33, plate, 0.25f);
  CHECK(std::accumulate(plate.begin(), plate.end(), 0.0) == before);
}

TEST_CASE("a plate of uniform temperature does not change") {
  const std::vector<float> warm(6 * 35, 64.0f);
  CHECK(difference(stepped(6, 35, warm, 0.25f), warm) == "");
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 1000, .blocks = 16}, [] { stepped(32, 128, integers(32 * 128), 0.25f); }) == "");
}
