#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "05-vectors/relative-error.hpp"
#include "05-vectors/relative-error.given.hpp"

// The same kernel twice more, as the first and the last block of a grid of 2^32 + 1024 threads would run it.
namespace first_of_many {
template <class F>
__global__ void relative_errors(weft::View<const float> x, weft::View<double> errors);
}  // namespace first_of_many
namespace last_of_many {
template <class F>
__global__ void relative_errors(weft::View<const float> x, weft::View<double> errors);
}  // namespace last_of_many

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class F>
std::vector<double> errors_of(const std::vector<float>& x, unsigned blocks = 3, unsigned threads = 96) {
  DeviceArray<float> arguments(x);
  DeviceArray<double> errors(x.size());
  relative_errors<F><<<blocks, threads>>>(weft::View<const float>(arguments.data(), x.size()),
                                          weft::View<double>(errors.data(), x.size()));
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(errors.written_around() == "");
  return errors.read();
}

// Small integers, so that the errors above are exact.
std::vector<float> small_integers(std::size_t n) {
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = (i % 2 ? -1.0f : 1.0f) * static_cast<float>(i % 1000 + 1);
  return x;
}

TEST_CASE("the error is relative and not negative") {
  const std::vector<float> x = small_integers(100);
  CHECK(difference(errors_of<SlightlyMore>(x), std::vector<double>(100, 0x1p-10)) == "");
  CHECK(difference(errors_of<TwiceTheValue>(x), std::vector<double>(100, 1.0)) == "");
}

TEST_CASE("errors are computed in double") {
  CHECK(difference(errors_of<OneThird>(small_integers(100)), std::vector<double>(100, 2.0 / 3.0), 1e-15) == "");
}

TEST_CASE("an error below half an ulp of float is not lost") {
  const std::vector<double> errors = errors_of<SlightlyLess>(small_integers(100));
  for (const double error : errors) CHECK(error * 0x1p40 == doctest::Approx(1.0));
}

TEST_CASE("every element has its error, for any grid and any length") {
  for (const std::size_t n : awkward_counts) {
    CAPTURE(n);
    const std::vector<double> expected(n, 0x1p-10);
    CHECK(difference(errors_of<SlightlyMore>(small_integers(n)), expected) == "");
    CHECK(difference(errors_of<SlightlyMore>(small_integers(n), 1, 32), expected) == "");
    CHECK(difference(errors_of<SlightlyMore>(small_integers(n), 9, 128), expected) == "");
  }
}

TEST_CASE("zero, NaN and infinity have the errors that the task states") {
  const std::vector<double> errors = errors_of<SpecialValues>({1, 2, 3, 4, 5, 6, 7});
  CHECK(errors[0] == 0);         // 0 for 0
  CHECK(errors[1] == infinity);  // 1 for 0
  CHECK(errors[2] == 0);         // NaN for NaN
  CHECK(errors[3] == infinity);  // NaN for 1
  CHECK(errors[4] == infinity);  // 1 for NaN
  CHECK(errors[5] == 0);         // infinity for infinity
  CHECK(errors[6] == infinity);  // infinity for 1e300
}

TEST_CASE("indices do not overflow in a grid of more than 2^32 threads") {
  DeviceArray<float> x(small_integers(2000));
  DeviceArray<double> errors(std::vector<double>(2000, 7.0));
  const weft::View<const float> arguments(x.data(), x.size());
  const weft::View<double> results(errors.data(), errors.size());
  last_of_many::relative_errors<TwiceTheValue><<<1, 1024>>>(arguments, results);
  require_success(cudaDeviceSynchronize());
  std::vector<double> expected(2000, 7.0);  // the indices of its threads are past the end
  CHECK(difference(errors.read(), expected) == "");
  first_of_many::relative_errors<TwiceTheValue><<<1, 1024>>>(arguments, results);
  require_success(cudaDeviceSynchronize());
  std::fill_n(expected.begin(), 1024, 1.0);  // one element per thread; the next iteration is past the end
  CHECK(difference(errors.read(), expected) == "");
}

#ifdef __LOOM__
TEST_CASE("all lanes of a warp take part") {
  constexpr std::size_t n = 4096;
  DeviceArray<float> x(small_integers(n));
  DeviceArray<double> errors(n);
  const loom::Seen seen = loom::observe([&] {
    relative_errors<TwiceTheValue><<<4, 128>>>(weft::View<const float>(x.data(), n), weft::View<double>(errors.data(), n));
  });
  CHECK(seen.global_stores.requests <= n / 32 * 2);
}
#endif

TEST_CASE("__expf keeps the error bound of the manual") {
  const std::vector<float> x = random_values<float>(1000, 5);
  const std::vector<double> errors = errors_of<Exponential>(x);
  for (std::size_t i = 0; i < x.size(); ++i) CHECK(errors[i] <= (2.5 + std::floor(std::abs(1.173 * x[i]))) * 0x1p-23);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> x = small_integers(20'000);
  CHECK(too_serial({.threads = 300, .blocks = 3}, [&] { errors_of<TwiceTheValue>(x, 4, 128); }) == "");
}
