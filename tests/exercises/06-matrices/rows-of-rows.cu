#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "06-matrices/rows-of-rows.hpp"

Rows some_rows(std::size_t rows, std::size_t columns, unsigned seed) {
  Rows matrix;
  for (std::size_t row = 0; row < rows; ++row) matrix.push_back(random_values<float>(columns, seed + static_cast<unsigned>(row)));
  return matrix;
}

Rows expected(const Rows& a, const Rows& b) {
  Rows sum = a;
  for (std::size_t row = 0; row < a.size(); ++row)
    for (std::size_t column = 0; column < a[row].size(); ++column) sum[row][column] += b[row][column];
  return sum;
}

TEST_CASE("matrices of any shape are added") {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {37, 53}, {16, 16}, {1, 257}, {257, 1}, {300, 3}, {31, 101}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    const Rows a = some_rows(rows, columns, 1), b = some_rows(rows, columns, 1000);
    const Rows sum = add(a, b);
    REQUIRE(sum.size() == a.size());
    for (std::size_t row = 0; row < a.size(); ++row) CHECK(difference(sum[row], expected(a, b)[row]) == "");
  }
}

TEST_CASE("the device adds, by one launch") {
  const Rows a = some_rows(50, 40, 1), b = some_rows(50, 40, 1000);
  const auto before = launches_seen();
  const Rows sum = add(a, b);
  REQUIRE(sum.size() == 50);
  if (before) CHECK(*launches_seen() - *before == 1);
}

#ifdef __LOOM__
TEST_CASE("the kernel reads both matrices and writes their sum") {
  const Rows a = some_rows(50, 40, 1), b = some_rows(50, 40, 1000);
  Rows sum;
  const loom::Seen seen = loom::observe([&] { sum = add(a, b); });
  REQUIRE(sum.size() == 50);
  CHECK(seen.global_loads.bytes >= 2 * 50 * 40 * sizeof(float));
  CHECK(seen.global_stores.bytes == 50 * 40 * sizeof(float));
}
#endif

TEST_CASE("a matrix may have no rows, or rows without columns") {
  Rows sum(7);
  CHECK_NOTHROW(sum = add({}, {}));
  CHECK(sum.size() == 0);
  CHECK_NOTHROW(sum = add(Rows(3), Rows(3)));
  CHECK(sum == Rows(3));
}

TEST_CASE("other shapes throw") {
  CHECK_THROWS_AS(add(some_rows(2, 3, 1), some_rows(3, 3, 1)), std::invalid_argument);
  CHECK_THROWS_AS(add(some_rows(3, 3, 1), some_rows(2, 3, 1)), std::invalid_argument);
  CHECK_THROWS_AS(add(some_rows(2, 3, 1), some_rows(2, 4, 1)), std::invalid_argument);
  CHECK_THROWS_AS(add(some_rows(2, 6, 1), some_rows(3, 4, 1)), std::invalid_argument);
  CHECK_THROWS_AS(add({}, Rows(1)), std::invalid_argument);
}

TEST_CASE("rows of different lengths throw, in either matrix") {
  const Rows ragged = {{1, 2}, {3, 4, 5}, {6}}, straight = {{1, 2}, {3, 4}, {5, 6}};
  CHECK_THROWS_AS(add(ragged, straight), std::invalid_argument);
  CHECK_THROWS_AS(add(straight, ragged), std::invalid_argument);
  CHECK_THROWS_AS(add(ragged, ragged), std::invalid_argument);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const Rows a = some_rows(2000, 10, 1), b = some_rows(2000, 10, 5000);
  CHECK(too_serial({.threads = 500, .blocks = 2.5, .stored = 2000 * 10 * sizeof(float)}, [&] { add(a, b); }) == "");
}
