#include <doctest/doctest.h>

#include "support.hpp"

#include "20-building/a-boundary.hpp"

static_assert(noexcept(smoothed(nullptr, 0, nullptr)));

const float untouched = -7;

std::vector<float> smoothed_on_host(const std::vector<float>& x) {
  std::vector<float> y;
  for (std::size_t i = 0; i + 5 <= x.size(); ++i) {
    std::vector<float> five(x.begin() + static_cast<long>(i), x.begin() + static_cast<long>(i) + 5);
    std::sort(five.begin(), five.end());
    y.push_back(five[2]);
  }
  return y;
}

TEST_CASE("medians of any number of readings, five or more") {
  for (const std::size_t count : {5, 6, 31, 257, 1000}) {
    CAPTURE(count);
    const auto x = random_values<float>(count, 1);
    std::vector<float> y(count, untouched);
    CHECK(smoothed(x.data(), count, y.data()) == Status::ok);
    auto expected = smoothed_on_host(x);
    expected.resize(count, untouched);
    CHECK(difference(y, expected) == "");
  }
}

TEST_CASE("bad arguments are reported, and nothing is written") {
  const std::vector<float> x(10, 1.0f);
  std::vector<float> y(10, untouched);
  CHECK(smoothed(nullptr, 10, y.data()) == Status::bad_argument);
  CHECK(smoothed(x.data(), 10, nullptr) == Status::bad_argument);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{4}, SIZE_MAX, SIZE_MAX / 4 + 1}) {
    CAPTURE(count);
    CHECK(smoothed(x.data(), count, y.data()) == Status::bad_argument);
  }
  CHECK(smoothed(x.data(), SIZE_MAX / 4, y.data()) != Status::bad_argument);  // the largest count whose bytes fit
  CHECK(y == std::vector<float>(10, untouched));
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("too little memory is reported, nothing is written and no error is left behind") {
  const std::vector<float> x(1000, 1.0f);
  std::vector<float> y(1000, untouched);
  CHECK(smoothed(x.data(), std::size_t{1} << 50, y.data()) == Status::out_of_memory);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(y == std::vector<float>(1000, untouched));
  CHECK(smoothed(x.data(), x.size(), y.data()) == Status::ok);
  CHECK(y[995] == 1);
}

__global__ void nothing() {}

TEST_CASE("an earlier error is not reported as its own") {
  const std::vector<float> x(5, 2.0f);
  float y = untouched;
  nothing<<<1, 4096>>>();
  CHECK(smoothed(x.data(), 5, &y) == Status::ok);
  CHECK(y == 2);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("no memory is leaked") {
  const std::vector<float> x(1000, 1.0f);
  std::vector<float> y(1000);
  const auto before = bytes_in_use();
  for (int k = 0; k < 3; ++k) CHECK(smoothed(x.data(), x.size(), y.data()) == Status::ok);
  if (before) CHECK(*bytes_in_use() == *before);
}

#ifdef __LOOM__
TEST_CASE("no memory is leaked if there is enough for the readings but not for the results") {
  const std::vector<float> x(1 << 20, 1.0f);
  std::vector<float> y(x.size(), untouched);
  void* room = nullptr;
  require_success(cudaMalloc(&room, x.size() * sizeof(float) * 3 / 2));
  without_memory([&] {
    require_success(cudaFree(room));
    const auto before = *bytes_in_use();
    if (const Status status = smoothed(x.data(), x.size(), y.data()); status != Status::ok) {  // in pieces it can succeed
      CHECK(status == Status::out_of_memory);
      CHECK(y[0] == untouched);
    }
    CHECK(*bytes_in_use() == before);
    CHECK(cudaGetLastError() == cudaSuccess);
  });
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const auto x = random_values<float>(50'000, 1);
  std::vector<float> y(50'000);
  CHECK(too_serial({.threads = 256, .blocks = 2.5, .stored = 49'996 * sizeof(float)}, [&] { smoothed(x.data(), x.size(), y.data()); }) == "");
}
