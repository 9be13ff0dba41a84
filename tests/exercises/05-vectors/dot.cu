#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "05-vectors/dot.hpp"

// The same kernel twice more, as the first and the last block of a grid of 2^32 + 1024 threads would run it.
namespace first_of_many {
__global__ void add_dot(weft::View<const float> a, weft::View<const float> b, double* result);
}  // namespace first_of_many
namespace last_of_many {
__global__ void add_dot(weft::View<const float> a, weft::View<const float> b, double* result);
}  // namespace last_of_many

double dot(const std::vector<float>& a, const std::vector<float>& b, unsigned blocks, unsigned threads, double before = 0) {
  DeviceArray<float> first(a), second(b);
  DeviceArray<double> result(std::vector<double>{before});
  add_dot<<<blocks, threads>>>(weft::View<const float>(first.data(), a.size()), weft::View<const float>(second.data(), b.size()),
                               result.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(result.written_around() == "");
  return result.read()[0];
}

// Floats with integral values, so that sums are exact in any order.
std::vector<float> integral(std::size_t n, unsigned seed) {
  std::vector<float> values(n);
  const std::vector<int> numbers = random_values<int>(n, seed);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(numbers[i]);
  return values;
}

double expected(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

TEST_CASE("every product is added exactly once, for any grid and any length") {
  for (const std::size_t n : awkward_counts) {
    CAPTURE(n);
    const std::vector<float> a = integral(n, 1), b = integral(n, 2);
    CHECK(dot(a, b, 1, 32) == expected(a, b));
    CHECK(dot(a, b, 3, 96) == expected(a, b));
    CHECK(dot(a, b, 16, 1) == expected(a, b));
  }
  CHECK(dot({}, {}, 2, 64) == 0);
}

TEST_CASE("products and sums are computed in double") {
  const float x = 1 + 0x1p-12f;
  CHECK(dot({x}, {x}, 1, 32) == 1 + 0x1p-11 + 0x1p-24);
  CHECK(dot(std::vector<float>(64, 16777216.0f), std::vector<float>(64, 1.0f), 1, 1) == 64 * 16777216.0);
  CHECK(dot({16777216.0f, 1.0f, -16777216.0f}, {1.0f, 1.0f, 1.0f}, 1, 1) == 1);
}

TEST_CASE("the dot product is added to the previous value of *result") { CHECK(dot({2.0f}, {3.0f}, 1, 32, 100) == 106); }

TEST_CASE("indices do not overflow in a grid of more than 2^32 threads") {
  DeviceArray<float> a(std::vector<float>(2000, 3.0f)), b(std::vector<float>(2000, 2.0f));
  DeviceArray<double> result(std::vector<double>{7});
  const weft::View<const float> first(a.data(), a.size()), second(b.data(), b.size());
  first_of_many::add_dot<<<1, 1024>>>(first, second, result.data());
  require_success(cudaDeviceSynchronize());
  CHECK(result.read()[0] == 7 + 6 * 1024);  // one product per thread; the next iteration is past the end
  last_of_many::add_dot<<<1, 1024>>>(first, second, result.data());
  require_success(cudaDeviceSynchronize());
  CHECK(result.read()[0] == 7 + 6 * 1024);
}

#ifdef __LOOM__
TEST_CASE("loads are coalesced, and each warp issues one atomic request") {
  constexpr std::size_t n = 8192;
  DeviceArray<float> a(integral(n, 1)), b(integral(n, 2));
  DeviceArray<double> result(std::vector<double>{0});
  const loom::Seen seen = loom::observe([&] {
    add_dot<<<2, 128>>>(weft::View<const float>(a.data(), n), weft::View<const float>(b.data(), n), result.data());
  });
  CHECK(seen.global_loads.bytes_per_sector() >= 24);
  CHECK(seen.global_atomics.requests == 2 * 128 / 32);  // every warp has elements
  CHECK(seen.shared_loads.requests + seen.shared_stores.requests + seen.shared_atomics.requests == 0);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> a = integral(20'000, 1), b = integral(20'000, 2);
  CHECK(too_serial({.threads = 300, .blocks = 3}, [&] { dot(a, b, 4, 128); }) == "");
}
