#include <doctest/doctest.h>

#include "support.hpp"

#include <bit>

#include "19-sparse-matrices/transposed-product.hpp"

// Small integers, so that sums are exact in any order.
void check(const weft::Coo<float>& a, unsigned blocks) {
  std::vector<float> x(a.rows), expected(a.columns);
  for (unsigned i = 0; i < a.rows; ++i) x[i] = static_cast<float>(i * 5 % 11) - 3;
  for (unsigned k = 0; k < a.columns; ++k) expected[k] = static_cast<float>(k % 4) + 1;
  const weft::CsrMatrix<float> matrix(a);
  DeviceArray<float> in(x), out(expected);
  for (std::size_t k = 0; k < a.nonzeros(); ++k) expected[a.column[k]] += a.value[k] * x[a.row[k]];
  multiply_transposed<<<blocks, 128>>>(matrix.view(), static_cast<unsigned>(a.nonzeros()), in.data(), out.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(difference(out.read(), expected) == "");
  CHECK(out.written_around() == "");
}

void check(const weft::Coo<float>& a) {
  for (const unsigned blocks : {1u, 3u, 40u}) check(a, blocks);
}

weft::Coo<float> with_rows(const std::vector<unsigned>& lengths, unsigned columns) {
  weft::Coo<float> a{static_cast<unsigned>(lengths.size()), columns, {}, {}, {}};
  for (unsigned i = 0; i < a.rows; ++i)
    for (unsigned k = 0; k < lengths[i]; ++k) a.add(i, (i * 3 + k) % columns, static_cast<float>((i + k) % 7) - 2);
  return a;
}

TEST_CASE("a few rows, some of them empty") {
  check(with_rows({2, 0, 4, 1}, 5));
  check(with_rows({0, 0, 3, 0, 0, 2, 0}, 9));
}

TEST_CASE("one nonzero, one row, one column") {
  check(with_rows({1}, 1));
  check(with_rows({1}, 40));
  check(with_rows({3000}, 3000));
  check(with_rows({0, 0}, 3));
  check(with_rows(std::vector<unsigned>(1000, 1), 1));
}

TEST_CASE("a plate, a band and a power law") {
  check(weft::plate_matrix<float>(13));
  check(weft::band_matrix<float>(257, 2));
  check(weft::power_law_matrix<float>(7));
}

TEST_CASE("a wide and a tall matrix") {
  check(with_rows({500, 1, 300}, 1000));
  check(with_rows(std::vector<unsigned>(1500, 2), 7));
}

// Equal shares, and no more than a binary search per nonzero: each of its steps is three basic blocks or so.
void check_shares(const std::vector<unsigned>& lengths, unsigned columns) {
  const weft::Coo<float> a = with_rows(lengths, columns);
  CHECK(too_serial({.threads = 600, .blocks = 6, .steps = 10 * std::bit_width(a.rows) * a.nonzeros()}, [&] { check(a, 8); }) == "");
}

TEST_CASE("the work is shared where rows are equal") { check_shares(std::vector<unsigned>(4000, 5), 3000); }

TEST_CASE("the work is shared where one row has nearly all nonzeros") {
  std::vector<unsigned> lengths(1000, 1);
  lengths[300] = 19'000;
  check_shares(lengths, 20'000);
}

TEST_CASE("the work is shared where nearly all rows are empty") {
  std::vector<unsigned> lengths(100'000);
  for (unsigned i = 0; i < 2000; ++i) lengths[60'000 + i] = 4;
  check_shares(lengths, 900);
}
