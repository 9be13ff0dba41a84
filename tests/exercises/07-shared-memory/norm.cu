#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "support.hpp"

#include "07-shared-memory/norm.hpp"

template <class T>
T norm_of(const std::vector<T>& values) {
  DeviceArray<T> on_device(values);
  const T result = norm(weft::View<const T>(on_device.data(), values.size()));
  require_success(cudaDeviceSynchronize());
  return result;
}

template <class T>
void expect_norm(const std::vector<T>& values) {
  long double squares = 0;  // with an exponent range that is large enough
  for (const T value : values) squares += static_cast<long double>(value) * static_cast<long double>(value);
  const auto expected = static_cast<double>(std::sqrt(squares));
  const auto got = static_cast<double>(norm_of(values));
  CAPTURE(values.size());
  CAPTURE(expected);
  CAPTURE(got);
  CHECK(std::abs(got - expected) <= 64 * std::numeric_limits<T>::epsilon() * expected + std::numeric_limits<T>::denorm_min());
}

template <class T>
std::vector<T> scaled(std::size_t count, T scale) {
  std::vector<T> values = random_values<T>(count, 3);
  for (T& value : values) value *= scale;
  return values;
}

TEST_CASE_TEMPLATE("a length of ordinary numbers", T, float, double) {
  CHECK(norm_of<T>({3, 4}) == T{5});
  for (const std::size_t n : awkward_counts) expect_norm(scaled<T>(n, 1));
}

TEST_CASE("signs do not matter") { CHECK(norm_of<float>({-3.0f, -4.0f}) == 5.0f); }

TEST_CASE("squares beyond the largest number do no harm") {
  expect_norm(scaled<float>(1000, 1e20f));
  expect_norm(scaled<double>(1000, 1e200));
}

TEST_CASE("squares below the smallest number are not lost") {
  expect_norm(scaled<float>(1000, 1e-20f));
  expect_norm(scaled<double>(1000, 1e-200));
  expect_norm(std::vector<float>{3e-44f, 4e-44f});
}

TEST_CASE("large and small together") { expect_norm(std::vector<float>{1e20f, 1e-20f, -3e20f, 0.0f, 1.0f}); }

TEST_CASE("nothing and zeros have no length") {
  CHECK(norm_of<float>({}) == 0.0f);
  CHECK(norm_of(std::vector<double>(300, -0.0)) == 0.0);
}

TEST_CASE("NaN and infinity are reported") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  CHECK(norm_of<float>({1.0f, -infinity, 2.0f}) == infinity);
  CHECK(not_nan(norm_of<float>({1.0f, NAN, 2.0f})) == "");
  CHECK(not_nan(norm_of<float>({NAN})) == "");
}

TEST_CASE("kernels read the whole vector") {
  const std::size_t n = 32 * 1024;
  DeviceArray<float> x(scaled<float>(n, 1));
  const auto seen = loom::observe([&] { norm(weft::View<const float>(x.data(), n)); });
  CHECK(seen.global_loads.sectors >= n * sizeof(float) / 32);
}

#ifdef __LOOM__
TEST_CASE("a few numbers come back to the host, and not the vector") {
  const std::size_t n = 32 * 1024;
  DeviceArray<float> x(scaled<float>(n, 1));
  const auto before = *bytes_to_host();
  norm(weft::View<const float>(x.data(), n));
  CHECK(*bytes_to_host() - before <= 4096);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::size_t n = 32 * 1024;
  DeviceArray<float> x(scaled<float>(n, 1));
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [&] { norm(weft::View<const float>(x.data(), n)); }) == "");
}
