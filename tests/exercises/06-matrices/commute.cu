#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "06-matrices/commute.hpp"

// The same kernels once more, in a block that is only imagined: beyond the first 2^32 threads of a grid.
namespace far_out {
__global__ void count_differences(weft::MatrixView<const float> a, weft::MatrixView<const float> b, unsigned* differences);
}  // namespace far_out

using Values = std::vector<float>;

// Each row is the one above it, moved right by one. Any two such matrices commute, and their products have the same
// terms in different orders.
Values circulant(std::size_t n, unsigned seed, float size) {
  const Values first = random_values<float>(n, seed);
  Values values(n * n);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) values[row * n + column] = size * first[(column + n - row) % n];
  return values;
}

bool commute(std::size_t n, const Values& a, const Values& b) { return commute(weft::Matrix<float>(n, n, a), weft::Matrix<float>(n, n, b)); }

unsigned differences_of(std::size_t n, const Values& a, const Values& b, dim3 block, unsigned before = 0) {
  DeviceArray<float> left(a), right(b);
  DeviceArray<unsigned> differences(std::vector<unsigned>{before});
  const auto size = static_cast<unsigned>(n);
  const dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
  count_differences<<<grid, block>>>(weft::MatrixView<const float>(left.data(), n, n),
                                     weft::MatrixView<const float>(right.data(), n, n), differences.data());
  require_success(cudaGetLastError());
  CHECK(differences.written_around() == "");
  return differences.read()[0];
}

TEST_CASE("matrices that commute do so in spite of rounding") {
  for (const std::size_t n : {1, 2, 31, 33, 64}) {
    CAPTURE(n);
    CHECK(commute(n, circulant(n, 1, 1.0f), circulant(n, 2, 1.0f)) == true);
  }
}

TEST_CASE("the size of the numbers does not matter") {
  for (const float size : {1e-6f, 1e6f}) CHECK(commute(37, circulant(37, 3, size), circulant(37, 4, size)) == true);
}

TEST_CASE("an element that cancels does no harm") {
  // Each row of one matrix adds up to zero, except for the rounding of its last element, and the other is all ones.
  Values a = circulant(40, 5, 1.0f), ones(40 * 40, 1.0f);
  for (std::size_t row = 0; row < 40; ++row)
    for (std::size_t column = 0; column < 20; ++column)
      a[row * 40 + (row + 20 + column) % 40] = -a[row * 40 + (row + column) % 40] + (column == 0 ? 1e-7f : 0.0f);
  CHECK(commute(40, a, ones) == true);
}

TEST_CASE("one extra element is detected, however small all of them are") {
  for (const float size : {1e-6f, 1.0f, 1e6f}) {
    Values a = circulant(33, 6, size);
    a[32 * 33 + 32] += 0.5f * size;
    CHECK(commute(33, a, circulant(33, 7, size)) == false);
  }
}

TEST_CASE("every element that differs counts once, and is added to the old value") {
  // ab is 1 at the top left, ba at the bottom right.
  CHECK(differences_of(2, {0, 1, 0, 0}, {0, 0, 1, 0}, dim3(32, 8)) == 2);
  // ab is 1 at the top right, ba is zero: the diagonals are the same.
  CHECK(differences_of(2, {1, 0, 0, 0}, {0, 1, 0, 0}, dim3(16, 16), 7) == 8);
}

TEST_CASE("the bound is exactly the sum of both bounds") {
  // At the top right ba is 1, and rounding explains 2^-22: less than 3/2 of that, and more than 3/4.
  CHECK(differences_of(2, {1, 1, 0, 1}, {1, 0, 0, 1 + 0x3p-23f}, dim3(32, 8)) == 1);
  CHECK(differences_of(2, {1, 1, 0, 1}, {1, 0, 0, 1 - 0x3p-24f}, dim3(32, 8)) == 0);
}

TEST_CASE("elements are compared wherever they lie") {
  // Elements of ab and ba are those of a, times a factor of their column and of their row.
  constexpr std::size_t n = 41;
  Values a(n * n), diagonal(n * n, 0.0f);
  unsigned expected = 0;
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      a[row * n + column] = row * row % 7 < column % 5 ? 1.0f : 0.0f;
      if (row == column) diagonal[row * n + row] = static_cast<float>(row + 1);
      if (row != column && a[row * n + column] != 0) ++expected;
    }
  for (const dim3 block : {dim3(32, 8), dim3(7, 3), dim3(2, 16)}) CHECK(differences_of(n, a, diagonal, block) == expected);
}

TEST_CASE("a grid may have more threads than 32 bits can count") {
  DeviceArray<float> a(Values{0, 1, 0, 0}), b(Values{0, 0, 1, 0});
  DeviceArray<unsigned> differences(std::vector<unsigned>{7});
  const weft::MatrixView<const float> left(a.data(), 2, 2), right(b.data(), 2, 2);
  far_out::count_differences<<<1, 1024>>>(left, right, differences.data());
  require_success(cudaDeviceSynchronize());
  CHECK(differences.read()[0] == 7);
}

TEST_CASE("the test runs on the device, and the matrices stay there") {
  const weft::Matrix<float> a(64, 64, circulant(64, 1, 1.0f)), b(64, 64, circulant(64, 2, 1.0f));
  const auto launches = launches_seen(), bytes = bytes_to_host();
  CHECK(commute(a, b) == true);
  if (launches) {
    CHECK(*launches_seen() > *launches);
    CHECK(*bytes_to_host() - *bytes < 64 * 64 * sizeof(float));
  }
}

#ifdef __LOOM__
TEST_CASE("the lanes of a warp share the elements") {
  DeviceArray<float> a(circulant(64, 1, 1.0f)), b(circulant(64, 2, 1.0f));
  DeviceArray<unsigned> differences(std::vector<unsigned>{0});
  const weft::MatrixView<const float> left(a.data(), 64, 64), right(b.data(), 64, 64);
  const auto seen = loom::observe([&] { count_differences<<<dim3(2, 8), dim3(32, 8)>>>(left, right, differences.data()); });
  CHECK(seen.global_loads.requests <= 64 * 64 * 64 / 32 * 16);  // of two times 64 terms for each element, two factors each, and again
}
#endif

TEST_CASE("any block will do") {
  for (const dim3 block : {dim3(32, 8), dim3(7, 3), dim3(1, 64)})
    CHECK(differences_of(33, circulant(33, 1, 1.0f), circulant(33, 2, 1.0f), block) == 0);
}

TEST_CASE("NaN commutes with nothing") {
  CHECK(commute(1, {NAN}, {1.0f}) == false);
  CHECK(commute(2, {1, 0, 0, 1}, {1, 0, 0, NAN}) == false);
}

TEST_CASE("matrices that are not square, or not of one size, do not commute") {
  const weft::Matrix<float> wide(2, 3, Values(6, 0.0f)), tall(3, 2, Values(6, 0.0f)), small(2, 2, Values(4, 0.0f)),
      large(3, 3, Values(9, 0.0f));
  CHECK(commute(wide, tall) == false);
  CHECK(commute(wide, wide) == false);
  CHECK(commute(small, wide) == false);
  CHECK(commute(wide, small) == false);
  CHECK(commute(small, large) == false);
  CHECK(commute(large, small) == false);
  CHECK(commute(large, large) == true);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const weft::Matrix<float> a(64, 64, circulant(64, 1, 1.0f)), b(64, 64, circulant(64, 2, 1.0f));
  CHECK(too_serial({.threads = 1000, .blocks = 2.5, .stored = 0}, [&] { commute(a, b); }) == "");
  const Values left = circulant(64, 1, 1.0f), right = random_values<float>(64 * 64, 2);
  CHECK(too_serial({.threads = 1000, .blocks = 12}, [&] { differences_of(64, left, right, dim3(32, 8)); }) == "");
}
