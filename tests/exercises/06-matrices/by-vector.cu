#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "06-matrices/by-vector.hpp"

// The same kernels once more, in a block that is only imagined: beyond the first 2^32 threads of a grid.
namespace far_out {
__global__ void transposed_times(weft::MatrixView<const float> a, weft::View<const float> x, weft::View<float> y);
}  // namespace far_out

using Values = std::vector<float>;

constexpr std::pair<std::size_t, std::size_t> shapes[] = {{1, 1}, {37, 53}, {1, 257}, {257, 1}, {29, 31}, {5, 1000}};

void run_times(DeviceArray<float>& a, DeviceArray<float>& x, DeviceArray<float>& y) {
  const std::size_t rows = y.size(), columns = x.size();
  times<<<static_cast<unsigned>(rows), 32>>>(weft::MatrixView<const float>(a.data(), rows, columns),
                                             weft::View<const float>(x.data(), columns), weft::View<float>(y.data(), rows));
  require_success(cudaGetLastError());
}

void run_transposed(DeviceArray<float>& a, DeviceArray<float>& x, DeviceArray<float>& y, unsigned spare = 0) {
  const std::size_t rows = x.size(), columns = y.size();
  transposed_times<<<static_cast<unsigned>((columns + 127) / 128 + spare), 128>>>(
      weft::MatrixView<const float>(a.data(), rows, columns), weft::View<const float>(x.data(), rows),
      weft::View<float>(y.data(), columns));
  require_success(cudaGetLastError());
}

// The first result whose error is not only rounding; an empty string if there is none.
// Result i is the sum over k of a[i * along + k * across] x[k].
std::string beyond_bound(const Values& got, const Values& a, std::size_t along, std::size_t across, const Values& x) {
  const double nu = static_cast<double>(x.size()) * 0x1p-24;  // in whatever order they are added
  for (std::size_t i = 0; i < got.size(); ++i) {
    double sum = 0, magnitude = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double product = double{a[i * along + k * across]} * x[k];
      sum += product;
      magnitude += std::abs(product);
    }
    if (std::abs(got[i] - sum) <= nu / (1 - nu) * magnitude) continue;  // false for NaN
    return "element " + std::to_string(i) + " is " + difference(got[i], sum);
  }
  return "";
}

TEST_CASE("a matrix of any shape is multiplied by a vector") {
  for (const auto& [rows, columns] : shapes) {
    CAPTURE(rows);
    CAPTURE(columns);
    const Values a = random_values<float>(rows * columns, 1), x = random_values<float>(columns, 2);
    DeviceArray<float> matrix(a), vector(x), y(Values(rows, 0.0f));
    run_times(matrix, vector, y);
    CHECK(beyond_bound(y.read(), a, columns, 1, x) == "");
    CHECK(y.written_around() == "");
  }
}

TEST_CASE("so is its transpose, with more threads than columns") {
  for (const auto& [rows, columns] : shapes) {
    CAPTURE(rows);
    CAPTURE(columns);
    const Values a = random_values<float>(rows * columns, 3), x = random_values<float>(rows, 4);
    DeviceArray<float> matrix(a), vector(x), y(columns);
    run_transposed(matrix, vector, y, 2);
    CHECK(beyond_bound(y.read(), a, 1, columns, x) == "");
    CHECK(y.written_around() == "");
  }
}

TEST_CASE("a grid may have more threads than 32 bits can count") {
  DeviceArray<float> a(Values(100, 1.0f)), x(Values{1.0f}), y(Values(100, 7.0f));
  far_out::transposed_times<<<1, 1024>>>(weft::MatrixView<const float>(a.data(), 1, 100), weft::View<const float>(x.data(), 1),
                                         weft::View<float>(y.data(), 100));
  require_success(cudaDeviceSynchronize());
  CHECK(difference(y.read(), Values(100, 7.0f)) == "");
}

TEST_CASE("NaN is propagated") {
  DeviceArray<float> a(Values{1, NAN, 2, 3}), x(Values{1, 1}), y(Values{0, 0}), z(2);
  run_times(a, x, y);
  run_transposed(a, x, z);
  CHECK(not_nan(y.read()[0]) == "");
  CHECK(y.read()[1] == 5.0f);
  CHECK(z.read()[0] == 3.0f);
  CHECK(not_nan(z.read()[1]) == "");
}

#ifdef __LOOM__
TEST_CASE("along the row, most of the fetched bytes are used") {
  DeviceArray<float> a(random_values<float>(64 * 96, 5)), x(random_values<float>(96, 6)), y(Values(64, 0.0f));
  const auto seen = loom::observe([&] { run_times(a, x, y); });
  CHECK(seen.global_loads.bytes_per_sector() >= 20);
}

TEST_CASE("for the transpose too, most of the fetched bytes are used") {
  DeviceArray<float> a(random_values<float>(64 * 96, 7)), x(random_values<float>(64, 8)), y(96);
  const auto seen = loom::observe([&] { run_transposed(a, x, y); });
  CHECK(seen.global_loads.bytes_per_sector() >= 20);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> a(random_values<float>(64 * 1000, 5)), x(random_values<float>(1000, 6)), y(Values(64, 0.0f));
  CHECK(too_serial({.threads = 1000, .blocks = 48}, [&] { run_times(a, x, y); }) == "");
  DeviceArray<float> z(random_values<float>(64, 8)), w(1000);
  CHECK(too_serial({.threads = 500, .blocks = 6}, [&] { run_transposed(a, z, w); }) == "");
}
