#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "05-vectors/float-or-double.hpp"
#include "05-vectors/float-or-double.given.hpp"

// The same kernel twice more, as the first and the last block of a grid of 2^32 + 1024 threads would run it.
namespace first_of_many {
template <class T>
__global__ void ring(weft::View<const T> t, weft::View<T> y);
}  // namespace first_of_many
namespace last_of_many {
template <class T>
__global__ void ring(weft::View<const T> t, weft::View<T> y);
}  // namespace last_of_many

long double oscillation(long double t) { return std::exp(-t / 1000) * std::sin(t); }

// Away from the zeros of the sine, and so late that a float cannot represent them exactly.
std::vector<double> late_times(std::size_t n) {
  std::vector<double> times(n);
  for (std::size_t i = 0; i < n; ++i) times[i] = (300 + i % 400) * 3.14159265358979 + 0.6 + 0.001 * (i % 97);
  return times;
}

// The largest error if only the times are rounded to float.
double error_of_rounded_times(const std::vector<double>& times) {
  double worst = 0;
  for (const double t : times) {
    const long double exact = oscillation(t);
    worst = std::max(worst, static_cast<double>(std::abs(oscillation(static_cast<float>(t)) - exact) / std::abs(exact)));
  }
  return worst;
}

template <class T>
std::vector<T> computed(const std::vector<T>& t, unsigned blocks, unsigned threads) {
  DeviceArray<T> times(t), y(t.size());
  ring<T><<<blocks, threads>>>(weft::View<const T>(times.data(), t.size()), weft::View<T>(y.data(), t.size()));
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(y.written_around() == "");
  return y.read();
}

template <class T>
void expect_correct(std::size_t n, unsigned blocks, unsigned threads, double tolerance) {
  const std::vector<double> times = late_times(n);
  const std::vector<T> t(times.begin(), times.end());
  const std::vector<T> y = computed(t, blocks, threads);
  for (std::size_t i = 0; i < n; ++i) {
    const long double exact = oscillation(t[i]);
    REQUIRE(std::abs(y[i] - exact) <= tolerance * std::abs(exact));
  }
}

TEST_CASE("the kernel is correct in float and double, for any grid and any length") {
  for (const std::size_t n : {1, 31, 257, 2000}) {
    CAPTURE(n);
    expect_correct<float>(n, 3, 96, 1e-6);
    expect_correct<double>(n, 3, 96, 2e-15);
    expect_correct<double>(n, 1, 32, 2e-15);
  }
}

TEST_CASE("no element is written twice") {
#ifdef __LOOM__
  const std::vector<float> t(2000, 1.5f);
  CHECK(loom::observe([&] { computed(t, 3, 96); }).global_stores.bytes == 2000 * sizeof(float));
#endif
}

TEST_CASE("indices do not overflow in a grid of more than 2^32 threads") {
  const std::vector<double> t(2000, 1.5);
  DeviceArray<double> times(t), y(std::vector<double>(2000, 7.0));
  const weft::View<const double> from(times.data(), times.size());
  const weft::View<double> to(y.data(), y.size());
  last_of_many::ring<double><<<1, 1024>>>(from, to);
  require_success(cudaDeviceSynchronize());
  std::vector<double> expected(2000, 7.0);  // the indices of its threads are past the end
  CHECK(difference(y.read(), expected) == "");
  first_of_many::ring<double><<<1, 1024>>>(from, to);
  require_success(cudaDeviceSynchronize());
  std::fill_n(expected.begin(), 1024, static_cast<double>(oscillation(1.5)));  // one element per thread; the next iteration is past the end
  CHECK(difference(y.read(), expected, 2e-15) == "");
}

TEST_CASE("the float version does no arithmetic in double") {
  const std::vector<Single> times = {Single(1.5f), Single(1000.25f)};
  DeviceArray<Single> t(times), y(times.size());
  ring<Single><<<1, 32>>>(weft::View<const Single>(t.data(), 2), weft::View<Single>(y.data(), 2));
  require_success(cudaGetLastError());
  for (const Single& one : y.read()) CHECK_FALSE(one.mixed);
}

TEST_CASE("the relative error in double is at most 1e-14") { CHECK(study<double>(late_times(500)).worst <= 1e-14); }

TEST_CASE("the largest error in float is that of rounding the times") {
  const std::vector<double> times = late_times(500);
  const double expected = error_of_rounded_times(times);
  const double worst = study<float>(times).worst;
  CHECK(worst >= 0.9 * expected);
  CHECK(worst <= 1.1 * expected);
}

TEST_CASE("the largest error is found at any index") {
  std::vector<double> times(100, 4096.5);  // a float represents it exactly
  CHECK(study<float>(times).worst <= 1e-6);
  for (const std::size_t index : {0, 50, 99}) {
    std::vector<double> with_one = times;
    with_one[index] = late_times(2)[1];
    CHECK(study<float>(with_one).worst >= 0.9 * error_of_rounded_times(with_one));
  }
}

TEST_CASE("NaN counts as the largest error, at any index") {
  const std::vector<double> in_the_middle = {1.5, NAN, 2.5}, at_first = {NAN, 1.5};
  CHECK(not_nan(study<double>(in_the_middle).worst) == "");
  CHECK(not_nan(study<float>(at_first).worst) == "");
}

TEST_CASE("the median time of five launches is measured, after one that is not timed") {
  const std::vector<double> times = late_times(40'000);
  const auto before = launches_seen();
  const double seconds = study<float>(times).seconds;
  CHECK(seconds > 0);
  if (before) CHECK(*launches_seen() - *before >= 6);
#ifdef __LOOM__
  const std::vector<float> t(times.begin(), times.end());
  DeviceArray<float> on_device(t), y(t.size());
  double least = 1.0;  // of three launches, each with a wait
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    ring<float><<<64, 256>>>(weft::View<const float>(on_device.data(), t.size()), weft::View<float>(y.data(), t.size()));
    require_success(cudaDeviceSynchronize());
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  CHECK(seconds >= 0.1 * least);  // without a wait, only a fraction of that is measured
#endif
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> t(20'000, 1.5f);
  CHECK(too_serial({.threads = 300, .blocks = 3}, [&] { computed(t, 4, 128); }) == "");
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [] { study<float>(late_times(20'000)); }) == "");
}
