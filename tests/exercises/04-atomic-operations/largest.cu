#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "04-atomic-operations/largest.hpp"

constexpr float infinity = std::numeric_limits<float>::infinity();

// In the unit of the answer.
namespace test {
__global__ void enter_all(const float* values, std::size_t n, float* place, float* returned);
}  // namespace test

struct Result {
  float largest;
  std::vector<float> returned;
};

Result run(float start, const std::vector<float>& values) {
  DeviceArray<float> on_device(values), place(std::vector<float>{start}), returned(values.size());
  const unsigned blocks = static_cast<unsigned>((values.size() + 63) / 64);
  test::enter_all<<<blocks, 64>>>(on_device.data(), values.size(), place.data(), returned.data());
  require_success(cudaGetLastError());
  return {place.read()[0], returned.read()};
}

TEST_CASE("the largest of many is found, whatever their signs") {
  for (const std::size_t n : {std::size_t{1}, std::size_t{31}, std::size_t{257}}) {
    std::vector<float> values = random_values<float>(n, 7);
    CHECK(run(-infinity, values).largest == *std::max_element(values.begin(), values.end()));
    for (float& value : values) value -= 3.0f;
    CHECK(run(-infinity, values).largest == *std::max_element(values.begin(), values.end()));
  }
  CHECK(run(5.0f, {1.0f, 2.0f}).largest == 5.0f);
  CHECK(run(-5.0f, {-0.0f}).largest == 0.0f);
}

TEST_CASE("NaN changes nothing, and any number replaces it") {
  CHECK(run(1.0f, {NAN, 0.5f, -NAN}).largest == 1.0f);
  CHECK(run(NAN, {NAN, -3.0f}).largest == -3.0f);
  CHECK(not_nan(run(NAN, {NAN, NAN}).largest) == "");
}

TEST_CASE("minus zero is less than plus zero") {
  CHECK(1 / run(-0.0f, {-0.0f, 0.0f, -0.0f}).largest == infinity);  // not minus zero
  CHECK(1 / run(0.0f, {-0.0f}).largest == infinity);  // not minus zero
  CHECK(1 / run(-1.0f, {-0.0f}).largest == -infinity);  // minus zero
}

TEST_CASE("each call returns what was there before it") {
  CHECK(run(2.0f, {1.0f}).returned[0] == 2.0f);
  CHECK(run(2.0f, {3.0f}).returned[0] == 2.0f);
  // Whatever the order: what is returned grows from the start to the largest, and nothing else appears.
  std::vector<float> values = random_values<float>(200, 9);
  Result result = run(-infinity, values);
  CHECK(std::count(result.returned.begin(), result.returned.end(), -infinity) == 1);
  values.push_back(-infinity);
  for (const float seen : result.returned) CHECK(std::find(values.begin(), values.end(), seen) != values.end());
}
