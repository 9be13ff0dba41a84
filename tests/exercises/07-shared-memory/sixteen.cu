#include <set>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "07-shared-memory/sixteen.hpp"

void expect_transposed(std::size_t rows, std::size_t columns) {
  const std::vector<float> values = random_values<float>(rows * columns, 7);
  DeviceArray<float> in(values), out(values.size());
  transpose_by_sixteen({in.data(), rows, columns}, {out.data(), columns, rows});
  std::vector<float> expected(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) expected[i % columns * rows + i / columns] = values[i];
  CAPTURE(rows);
  CAPTURE(columns);
  CHECK(difference(out.read(), expected) == "");
  CHECK(out.written_around() == "");
}

loom::Seen seen_with_whole_tiles() {
  DeviceArray<float> in(random_values<float>(64 * 32, 7)), out(64 * 32);
  return loom::observe([&] { transpose_by_sixteen({in.data(), 64, 32}, {out.data(), 32, 64}); });
}

TEST_CASE("every element has its own position, from 0 to 255") {
  std::set<unsigned> places;
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 16; ++column) places.insert(place_of(row, column));
  REQUIRE(places.size() == 256);
  REQUIRE(*places.rbegin() == 255);
}

TEST_CASE("two rows of the tile are stored in one wavefront") { CHECK(seen_with_whole_tiles().shared_stores.wavefronts_per_request() == 1); }

TEST_CASE("two columns of the tile are fetched in one wavefront") { CHECK(seen_with_whole_tiles().shared_loads.wavefronts_per_request() == 1); }

TEST_CASE("a matrix of any shape is transposed") {
  expect_transposed(1, 1);
  expect_transposed(16, 16);
  expect_transposed(17, 47);
  expect_transposed(1023, 31);
}
