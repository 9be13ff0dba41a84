#include <doctest/doctest.h>

#include "support.hpp"

#include "19-sparse-matrices/row-starts.hpp"

// Checks one matrix, given by the lengths of its rows.
void check(const std::vector<unsigned>& lengths, unsigned blocks) {
  std::vector<unsigned> row, expected{0};
  for (unsigned r = 0; r < lengths.size(); ++r) {
    row.insert(row.end(), lengths[r], r);
    expected.push_back(static_cast<unsigned>(row.size()));
  }
  DeviceArray<unsigned> rows(row), start(expected.size());
  row_starts<<<blocks, 128>>>(rows.data(), static_cast<unsigned>(row.size()), static_cast<unsigned>(lengths.size()), start.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(difference(start.read(), expected) == "");
  CHECK(start.written_around() == "");
}

void check(const std::vector<unsigned>& lengths) {
  for (const unsigned blocks : {1u, 2u, 9u}) check(lengths, blocks);
}

std::vector<unsigned> random_lengths(std::size_t rows) {
  std::vector<unsigned> lengths;
  for (const int value : random_values<int>(rows, 7)) lengths.push_back(value < 0 ? 0 : static_cast<unsigned>(value % 5));
  return lengths;
}

TEST_CASE("the matrix of the chapter") { check({2, 0, 4, 1}); }

TEST_CASE("empty rows at both ends and between") { check({0, 0, 3, 0, 0, 0, 1, 1, 0, 0}); }

TEST_CASE("one nonzero, one row, none at all") {
  check({1});
  check({0});
  check({0, 0, 0});
  check({7});
  check({0, 1, 0});
}

TEST_CASE("any size, any grid") {
  for (const std::size_t rows : {1u, 31u, 127u, 128u, 255u, 257u, 5000u}) check(random_lengths(rows));
}

TEST_CASE("the work is shared where lengths are mixed") {
  CHECK(too_serial({.threads = 500, .blocks = 6}, [] { check(random_lengths(20'000), 8); }) == "");
}

TEST_CASE("the work is shared where nearly all rows are empty") {
  std::vector<unsigned> lengths(20'000);
  lengths[19'000] = 4;
  CHECK(too_serial({.threads = 500, .blocks = 6}, [&] { check(lengths, 8); }) == "");
}

TEST_CASE("the work is shared where one row has all nonzeros") {
  std::vector<unsigned> lengths(20'000);
  lengths[5] = 20'000;
  CHECK(too_serial({.threads = 500, .blocks = 6}, [&] { check(lengths, 8); }) == "");
}
