#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "08-constant-and-texture-memory/two-textures.hpp"

// Odd numbers up to 8,001. Their products are integers with the same sum in any order; a float holds neither these nor the sum.
std::vector<float> odd_integers(std::size_t n, std::uint32_t seed) {
  std::vector<int> numbers = random_values<int>(n, seed);
  for (int& number : numbers) number = 4 * number + 4001;
  return {numbers.begin(), numbers.end()};
}

double expected(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

template <In first, In second>
void expect_dots(std::size_t n) {
  const std::vector<float> a = odd_integers(n, 1), b = odd_integers(n, 2);
  CAPTURE(n);
  CHECK(difference(dot<first, second>(a, b).value, expected(a, b)) == "");
}

TEST_CASE("two arrays") {
  for (const std::size_t n : {1, 31, 257, 5003, 20'000}) expect_dots<In::array, In::array>(n);
}

TEST_CASE("an array and linear memory") {
  for (const std::size_t n : {1, 31, 257, 5003, 20'000}) expect_dots<In::array, In::linear>(n);
}

TEST_CASE("linear memory and an array") {
  for (const std::size_t n : {1, 31, 257, 5003}) expect_dots<In::linear, In::array>(n);
}

TEST_CASE("linear memory twice") {
  for (const std::size_t n : {1, 31, 257, 5003, 20'000}) expect_dots<In::linear, In::linear>(n);
}

TEST_CASE("the kernel adds n products to the sum, with any grid") {
  const std::vector<float> a = odd_integers(1000, 1), b = odd_integers(1000, 2);
  const Stored<In::array> array(a);
  const Stored<In::linear> linear(b);
  for (const std::size_t n : {1, 99, 1000}) {
    DeviceArray<double> sum(std::vector<double>{500});
    const unsigned threads = n == 1 ? 1024 : n == 99 ? 96 : 1;
    add_products<In::array, In::linear><<<1, threads>>>(array.texture.object(), linear.texture.object(), static_cast<int>(n), sum.data());
    require_success(cudaGetLastError());
    CHECK(difference(sum.read()[0], 500 + expected({a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n)}, b)) == "");
    CHECK(sum.written_around() == "");
  }
}

TEST_CASE("a block performs one atomic operation") {
  const std::vector<float> a = odd_integers(1000, 1);
  const Stored<In::linear> stored(a);
  DeviceArray<double> sum(std::vector<double>{0});
  const auto spent = atomics_seen([&] {
    add_products<In::linear, In::linear><<<3, 96>>>(stored.texture.object(), stored.texture.object(), 1000, sum.data());
  });
  require_success(cudaDeviceSynchronize());
  CHECK(spent.in_global <= 3);
}

TEST_CASE("the kernel's time is returned, and it is a time") {
  const double seconds = dot<In::array, In::linear>(odd_integers(1000, 1), odd_integers(1000, 2)).seconds;
  CHECK(seconds > 0);
  CHECK(seconds < 60);
}

#ifdef __LOOM__
TEST_CASE("the lanes of a warp work together") {
  const Stored<In::linear> stored(odd_integers(50'000, 1));
  const cudaTextureObject_t texture = stored.texture.object();
  DeviceArray<double> sum(std::vector<double>{0});
  CHECK(loom::observe([&] { add_products<In::linear, In::linear><<<3, 96>>>(texture, texture, 50'000, sum.data()); }).active_lanes > 16);
}

TEST_CASE("kernels add up the products, and read both vectors only through textures") {
  const std::vector<float> a = odd_integers(1000, 1);
  const auto seen = loom::observe([&] { dot<In::linear, In::linear>(a, a); });
  CHECK(seen.global_atomics.requests > 0);
  CHECK(seen.global_loads.requests == 0);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  // A thread that adds up alone for its block does most of the work.
  const std::vector<float> a = odd_integers(2000, 1), b = odd_integers(20'000, 2);
  const Stored<In::linear> stored(a);
  const cudaTextureObject_t texture = stored.texture.object();
  DeviceArray<double> sum(std::vector<double>{0});
  const auto run = [&] { add_products<In::linear, In::linear><<<4, 256>>>(texture, texture, 2000, sum.data()); };
  CHECK(too_serial({.threads = 200, .blocks = 3}, run) == "");
  CHECK(atomics_seen(run).in_shared == 0);
  CHECK(too_serial({.threads = 128, .blocks = 2.5}, [&] { dot<In::array, In::linear>(b, b); }) == "");
}
