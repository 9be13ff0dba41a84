#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "06-matrices/turned.hpp"

std::vector<float> expected(const std::vector<float>& matrix, std::size_t rows, std::size_t columns) {
  std::vector<float> turned(matrix.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) turned[column * rows + row] = matrix[row * columns + column];
  return turned;
}

TEST_CASE("matrices of any shape are transposed") {
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{1, 1}, {37, 53}, {53, 37}, {1, 257}, {257, 1}, {64, 95}}) {
    CAPTURE(rows);
    CAPTURE(columns);
    const std::vector<float> matrix = random_values<float>(rows * columns, 1);
    std::vector<float> turned(matrix.size());
    CHECK_NOTHROW(turned = transposed(matrix, rows, columns));
    CHECK(difference(turned, expected(matrix, rows, columns)) == "");
  }
}

TEST_CASE("a failed allocation throws") {
  const std::vector<float> matrix = random_values<float>(37 * 53, 4);
  without_memory([&] { CHECK_THROWS_AS(transposed(matrix, 37, 53), weft::CudaError); });
}

TEST_CASE("a matrix without elements has an empty transpose") {
  std::vector<float> turned(7);
  CHECK_NOTHROW(turned = transposed({}, 0, 5));
  CHECK(turned.size() == 0);
  CHECK_NOTHROW(turned = transposed({}, 5, 0));
  CHECK(turned.size() == 0);
}

#ifdef __LOOM__
TEST_CASE("a kernel writes along rows that begin with a sector") {
  const std::vector<float> matrix = random_values<float>(61 * 95, 2);
  const loom::Seen seen = loom::observe([&] { CHECK(transposed(matrix, 95, 61).size() == matrix.size()); });
  CHECK(seen.global_stores.bytes == matrix.size() * sizeof(float));
  CHECK(seen.global_stores.sectors_per_request() <= 4);
}

TEST_CASE("the device's memory is freed") {
  const std::vector<float> matrix = random_values<float>(1000 * 100, 3);
  std::size_t before = 0, after = 0, total = 0;
  require_success(cudaMemGetInfo(&before, &total));
  CHECK(transposed(matrix, 1000, 100).size() == matrix.size());
  require_success(cudaMemGetInfo(&after, &total));
  CHECK(after == before);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> matrix = random_values<float>(61 * 95, 2);
  CHECK(too_serial({.threads = 500, .blocks = 2.5, .stored = 61 * 95 * sizeof(float)}, [&] { transposed(matrix, 95, 61); }) == "");
}
