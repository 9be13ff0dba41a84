#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "08-constant-and-texture-memory/midpoint.hpp"

double line(double x) { return 3 * x + 1; }
double hill(double x) { return std::sin(x); }
double high(double x) { return 100'000 + std::cos(x); }

double expected(double (*f)(double), double a, double b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += static_cast<float>(f(a + (i + 0.5) * ((b - a) / n)));
  return sum * (b - a) / n;
}

std::vector<float> integers(std::size_t n) {
  const std::vector<int> numbers = random_values<int>(n, 5);
  return {numbers.begin(), numbers.end()};
}

std::uint64_t atomics_spent = 0;  // by the last call of what follows; 0 on a GPU

double added_by_kernel(unsigned blocks, unsigned threads, const std::vector<float>& texels, int n, double before) {
  weft::Buffer<float> memory(texels);
  const weft::Texture texture = weft::make_texture(weft::texels_in(memory), weft::reading());
  DeviceArray<double> sum(std::vector<double>{before});
  const auto spent = atomics_seen([&] { add_texels<<<blocks, threads>>>(texture.object(), n, sum.data()); });
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  atomics_spent = spent.in_global;
  CHECK(sum.written_around() == "");
  return sum.read()[0];
}

TEST_CASE("the kernel adds the first n texels to the sum, with any grid") {
  for (const std::size_t n : {1, 31, 257, 5003}) {
    const std::vector<float> texels = integers(n + 3);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += texels[i];
    CAPTURE(n);
    CHECK(difference(added_by_kernel(3, 96, texels, static_cast<int>(n), 0), sum) == "");
    CHECK(difference(added_by_kernel(50, 128, texels, static_cast<int>(n), 2000), sum + 2000) == "");
    CHECK(difference(added_by_kernel(2, 1024, texels, static_cast<int>(n), -1), sum - 1) == "");
    CHECK(difference(added_by_kernel(3, 1, texels, static_cast<int>(n), 0), sum) == "");
  }
}

TEST_CASE("a block performs one atomic operation") {
  added_by_kernel(3, 96, integers(5006), 5003, 0);
  CHECK(atomics_spent <= 3);
}

TEST_CASE("a straight line is integrated exactly, whatever the number of steps") {
  for (const int n : {1, 2, 4, 64, 1024}) CHECK(difference(integral(line, 0, 8, n), 104) == "");
}

TEST_CASE("the sum is that of all midpoints, as floats, added as doubles") {
  for (const int n : {1, 31, 255, 257, 5003}) {
    CAPTURE(n);
    CHECK(difference(integral(hill, 0, 3, n), expected(hill, 0, 3, n), 1e-12) == "");
    CHECK(difference(integral(high, -2, 5, n), expected(high, -2, 5, n), 1e-12) == "");
  }
}

TEST_CASE("from right to left the integral changes its sign") {
  CHECK(difference(integral(hill, 2, 0, 100), -integral(hill, 0, 2, 100), 1e-12) == "");
  CHECK(integral(hill, 2, 0, 100) < -1.4);
}

TEST_CASE("the error shrinks with the square of the step") {
  const double pi = 3.14159265358979, coarse = std::abs(integral(hill, 0, pi, 10) - 2), fine = std::abs(integral(hill, 0, pi, 100) - 2);
  CHECK(coarse < 0.0083);
  CHECK(fine < 0.000083);
}

#ifdef __LOOM__
TEST_CASE("the lanes of a warp work together") {
  weft::Buffer<float> memory(integers(50'000));
  const weft::Texture texture = weft::make_texture(weft::texels_in(memory), weft::reading());
  DeviceArray<double> sum(std::vector<double>{0});
  CHECK(loom::observe([&] { add_texels<<<3, 96>>>(texture.object(), 50'000, sum.data()); }).active_lanes > 16);
}

TEST_CASE("kernels add up the table, and read it only through the texture") {
  const auto seen = loom::observe([&] { integral(hill, 0, 3, 2048); });
  CHECK(seen.global_atomics.requests > 0);
  CHECK(seen.global_loads.requests == 0);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  // A thread that adds up alone for its block does most of the work.
  weft::Buffer<float> memory(integers(2000));
  const weft::Texture texture = weft::make_texture(weft::texels_in(memory), weft::reading());
  DeviceArray<double> sum(std::vector<double>{0});
  CHECK(too_serial({.threads = 200, .blocks = 3}, [&] { add_texels<<<4, 256>>>(texture.object(), 2000, sum.data()); }) == "");
  CHECK(atomics_seen([&] { add_texels<<<4, 256>>>(texture.object(), 2000, sum.data()); }).in_shared == 0);
  CHECK(too_serial({.threads = 128, .blocks = 2.5}, [] { integral(hill, 0, 3, 20'000); }) == "");
}
