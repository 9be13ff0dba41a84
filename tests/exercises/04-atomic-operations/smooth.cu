#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "04-atomic-operations/smooth.hpp"
#include "common/check.cuh"

std::vector<float> expected(std::vector<float> values, unsigned steps) {
  for (unsigned step = 0; step < steps; ++step) {
    const std::vector<float> before = values;
    for (std::size_t i = 1; i + 1 < values.size(); ++i) values[i] = before[i] / 2 + (before[i - 1] + before[i + 1]) / 4;
  }
  return values;
}

void expect_smooth(std::size_t count, unsigned steps) {
  CAPTURE(count);
  CAPTURE(steps);
  const std::vector<float> before = random_values<float>(count, 6);
  DeviceArray<float> from(before), to(count);
  CHECK_NOTHROW(smooth_in_one_launch({from.data(), count}, {to.data(), count}, steps));
  require_success(cudaDeviceSynchronize());
  CHECK(difference((steps % 2 == 0 ? from : to).read(), expected(before, steps), 1e-6) == "");
  if (steps > 0) CHECK(difference((steps % 2 == 0 ? to : from).read(), expected(before, steps - 1), 1e-6) == "");  // and no further step
  CHECK(from.written_around() == "");
  CHECK(to.written_around() == "");
}

TEST_CASE("any number of values, any number of steps") {
  for (const std::size_t count : {1, 2, 31, 257, 5000})
    for (const unsigned steps : {0u, 1u, 2u, 7u}) expect_smooth(count, steps);
  expect_smooth(0, 3);
}

TEST_CASE("more blocks than can wait for one another are not needed") { expect_smooth(1023 * 401, 2); }

TEST_CASE("one launch makes all steps") {
  DeviceArray<float> from(random_values<float>(1000, 7)), to(1000);
  const auto before = launches_seen();
  smooth_in_one_launch({from.data(), 1000}, {to.data(), 1000}, 5);
  require_success(cudaDeviceSynchronize());
  if (before) CHECK(*launches_seen() - *before == 1);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> from(random_values<float>(5000, 7)), to(5000);
  CHECK(too_serial({.threads = 1000, .blocks = 20, .stored = 3 * 5000 * sizeof(float)},
                   [&] { smooth_in_one_launch({from.data(), 5000}, {to.data(), 5000}, 3); }) == "");
}

#ifdef __LOOM__
TEST_CASE("blocks have 128 threads, and no more are launched than the values need") {
  DeviceArray<float> from(random_values<float>(256, 7)), to(256);
  const auto seen = loom::observe([&] { smooth_in_one_launch({from.data(), 256}, {to.data(), 256}, 3); });
  CHECK(seen.division.blocks() > 1.8);  // blocks of 256 threads: 1
  CHECK(seen.division.blocks() < 2.2);  // blocks without values enter the loops and wait, too
}
#endif
