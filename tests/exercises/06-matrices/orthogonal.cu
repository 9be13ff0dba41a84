#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "06-matrices/orthogonal.hpp"

// The same kernels once more, in a block that is only imagined: beyond the first 2^32 threads of a grid.
namespace far_out {
__global__ void count_misses(weft::MatrixView<const float> q, double tolerance, unsigned* misses);
}  // namespace far_out

using Values = std::vector<float>;

unsigned misses_of(const Values& values, std::size_t n, double tolerance, dim3 block, unsigned before = 0) {
  DeviceArray<float> q(values);
  DeviceArray<unsigned> misses(std::vector<unsigned>{before});
  const auto size = static_cast<unsigned>(n);
  const dim3 grid((size + block.x - 1) / block.x, (size + block.y - 1) / block.y);
  count_misses<<<grid, block>>>(weft::MatrixView<const float>(q.data(), n, n), tolerance, misses.data());
  require_success(cudaGetLastError());
  CHECK(misses.written_around() == "");
  return misses.read()[0];
}

// The columns of the identity in another order, some of them negated: exactly orthogonal.
Values shuffled_identity(std::size_t n) {
  Values values(n * n, 0.0f);
  for (std::size_t row = 0; row < n; ++row) values[row * n + (row * 2 + 1) % n] = row % 3 ? 1.0f : -1.0f;
  return values;
}

TEST_CASE("an orthogonal matrix has no miss, whatever its size and the block's shape") {
  for (const std::size_t n : {1, 5, 31, 33, 65})
    for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(7, 3)}) {
      CAPTURE(n);
      CHECK(misses_of(shuffled_identity(n), n, 0.0, block) == 0);
    }
}

TEST_CASE("every wrong element counts once, and is added to the old value") {
  Values values = shuffled_identity(33);
  values[32 * 33 + 4] += 0.25f;  // touches column 4's length, and its angle with the column that is 1 in row 32
  CHECK(misses_of(values, 33, 0.01, dim3(32, 8), 100) == 103);
  for (const dim3 block : {dim3(16, 16), dim3(32, 8), dim3(3, 7)})
    CHECK(misses_of(Values(31 * 31, 1.0f), 31, 0.5, block) == 31 * 31);
}

TEST_CASE("orthogonal columns are not enough: they have length one") {
  CHECK(misses_of({2, 0, 0, 2}, 2, 0.5, dim3(32, 8)) == 2);
  CHECK(is_orthogonal(weft::Matrix<float>(2, 2, {0.5f, 0, 0, 0.5f}), 0.5) == false);
}

TEST_CASE("length one is not enough: every two columns are orthogonal") {
  // Columns 0 and 2 are the same.
  CHECK(misses_of({1, 0, 1, 0, 1, 0, 0, 0, 0}, 3, 0.5, dim3(32, 8)) == 2);
}

TEST_CASE("columns count, and sums are accumulated in double") {
  // 3/5 and 4/5 are not floats: their squares add up to 1 + 4.8e-8, which a float rounds to 1.
  const weft::Matrix<float> turn(2, 2, {0.6f, -0.8f, 0.8f, 0.6f});
  CHECK(is_orthogonal(turn, 1e-7) == true);
  CHECK(is_orthogonal(turn, 1e-8) == false);
}

TEST_CASE("products and distances are computed in double as well") {
  // The square is 1 + 2^-22 + 2^-46: a little further from 1 than 2^-22, which is all that a float shows.
  CHECK(misses_of({1 + 0x1p-23f}, 1, 0x1p-22, dim3(1, 1)) == 1);
  CHECK(misses_of({1 + 0x1p-23f}, 1, 0x1p-22 + 0x1p-46, dim3(1, 1)) == 0);
}

TEST_CASE("NaN is far from everything") {
  CHECK(misses_of({NAN}, 1, 1e9, dim3(1, 1)) == 1);
  CHECK(is_orthogonal(weft::Matrix<float>(2, 2, {1, 0, 0, NAN}), 0.5) == false);
}

TEST_CASE("a matrix that is not square is not orthogonal") {
  CHECK(is_orthogonal(weft::Matrix<float>(3, 2, {1, 0, 0, 1, 0, 0}), 0.5) == false);
  CHECK(is_orthogonal(weft::Matrix<float>(2, 3, {1, 0, 0, 0, 1, 0}), 2.0) == false);
}

TEST_CASE("the last column is checked as well") {
  Values values = shuffled_identity(33);
  CHECK(is_orthogonal(weft::Matrix<float>(33, 33, values), 0.0) == true);
  for (std::size_t row = 0; row < 33; ++row) values[row * 33 + 32] *= 2;
  CHECK(is_orthogonal(weft::Matrix<float>(33, 33, values), 0.0) == false);
}

TEST_CASE("a grid may have more threads than 32 bits can count") {
  DeviceArray<float> q(Values(33 * 33, 1.0f));
  DeviceArray<unsigned> misses(std::vector<unsigned>{7});
  far_out::count_misses<<<1, 1024>>>(weft::MatrixView<const float>(q.data(), 33, 33), 0.5, misses.data());
  require_success(cudaDeviceSynchronize());
  CHECK(misses.read()[0] == 7);
}

TEST_CASE("the test runs on the device, and the matrix stays there") {
  const weft::Matrix<float> q(65, 65, shuffled_identity(65));
  const auto launches = launches_seen(), bytes = bytes_to_host();
  CHECK(is_orthogonal(q, 0.0) == true);
  if (launches) {
    CHECK(*launches_seen() > *launches);
    CHECK(*bytes_to_host() - *bytes < 65 * 65 * sizeof(float));
  }
}

#ifdef __LOOM__
TEST_CASE("warps read along rows, and their lanes share the elements") {
  DeviceArray<float> q(shuffled_identity(64));
  DeviceArray<unsigned> misses(std::vector<unsigned>{0});
  const auto seen = loom::observe([&] {
    count_misses<<<dim3(2, 8), dim3(32, 8)>>>(weft::MatrixView<const float>(q.data(), 64, 64), 0.5, misses.data());
  });
  CHECK(seen.global_loads.sectors_per_request() <= 4);
  CHECK(seen.global_loads.requests <= 64 * 64 * 64 / 32 * 4);  // of 64 terms for each of 64 x 64 elements, two factors each
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const weft::Matrix<float> q(64, 64, shuffled_identity(64));
  CHECK(too_serial({.threads = 1000, .blocks = 2.5, .stored = 0}, [&] { is_orthogonal(q, 0.0); }) == "");
  CHECK(too_serial({.threads = 1000, .blocks = 12}, [] { misses_of(random_values<float>(64 * 64, 2), 64, 0.0, dim3(32, 8)); }) == "");
}
