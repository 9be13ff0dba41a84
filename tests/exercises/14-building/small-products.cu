#include <doctest/doctest.h>

#include "support.hpp"

#include <14-building/small-products.cu>
#include <loom/observe.h>

template <class T>
std::vector<T> products_on_host(const std::vector<T>& a, const std::vector<T>& b, int n, std::size_t count) {
  std::vector<T> c(a.size());
  const auto at = [&](int row, int column, std::size_t i) { return static_cast<std::size_t>(row * n + column) * count + i; };
  for (std::size_t i = 0; i < count; ++i)
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column)
        for (int k = 0; k < n; ++k) c[at(row, column, i)] += a[at(row, k, i)] * b[at(k, column, i)];
  return c;
}

// Whole numbers below 10, times `scale`: products and their sums are exact.
template <class T>
std::vector<T> matrices(std::size_t elements, std::uint32_t seed, T scale = 1) {
  std::mt19937 random(seed);
  std::vector<T> values(elements);
  for (T& value : values) value = static_cast<T>(static_cast<int>(random() % 19) - 9) * scale;
  return values;
}

template <class T, int N>
void check_products(std::size_t count, unsigned blocks, unsigned threads, T scale = 1) {
  CAPTURE(N);
  CAPTURE(count);
  const auto a = matrices<T>(N * N * count, 1), b = matrices<T>(N * N * count, 2, scale);
  DeviceArray<T> left(a), right(b), result(a.size());
  small_products<T, N><<<blocks, threads>>>(left.data(), right.data(), result.data(), count);
  require_success(cudaDeviceSynchronize());
  CHECK(difference(result.read(), products_on_host(a, b, N, count)) == "");
  CHECK(result.untouched_around());
}

TEST_CASE("products of every size, in every type") {
  check_products<float, 2>(257, 3, 96);
  check_products<float, 3>(100, 1, 128);
  check_products<double, 3>(33, 2, 32);
  check_products<int, 5>(31, 1, 64);
}

TEST_CASE("any grid will do") {
  check_products<float, 3>(1000, 2, 64);
  check_products<float, 3>(1, 3, 32);
  check_products<float, 2>(97, 1, 7);
}

TEST_CASE("doubles keep all their digits") { check_products<double, 3>(64, 1, 64, 1.0 + 0x1p-30); }

TEST_CASE("in place") {
  constexpr std::size_t count = 70;
  const auto a = matrices<float>(9 * count, 3), b = matrices<float>(9 * count, 4);
  const auto expected = products_on_host(a, b, 3, count);
  DeviceArray<float> left(a), right(b);
  small_products<float, 3><<<1, 128>>>(left.data(), right.data(), left.data(), count);
  CHECK(difference(left.read(), expected) == "");
  DeviceArray<float> left_again(a);
  small_products<float, 3><<<1, 128>>>(left_again.data(), right.data(), right.data(), count);
  CHECK(difference(right.read(), expected) == "");
}

TEST_CASE("each element is read once, neighbours by neighbours") {
  constexpr std::size_t count = 256;
  DeviceArray<float> a(matrices<float>(16 * count, 5)), b(matrices<float>(16 * count, 6)), c(16 * count);
  const auto seen = loom::observe([&] { small_products<float, 4><<<2, 128>>>(a.data(), b.data(), c.data(), count); });
  CHECK(seen.global_loads.requests == 2 * 16 * count / 32);
  CHECK(seen.global_loads.sectors_per_request() == 4);
  CHECK(seen.global_stores.requests == 16 * count / 32);
  CHECK(seen.global_stores.sectors_per_request() == 4);
}

TEST_CASE("the matrices are in registers") {
  cudaFuncAttributes attributes;
  require_success(cudaFuncGetAttributes(&attributes, small_products<float, 4>));
  CHECK(attributes.localSizeBytes == 0);
}
