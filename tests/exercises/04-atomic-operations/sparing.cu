#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "04-atomic-operations/sparing.hpp"

// The same kernel twice more, in blocks that are only imagined: the first and the last of a grid of 2^32 + 1024 threads.
namespace first_of_many {
__global__ void count_above(weft::View<const float> values, float limit, unsigned* count);
}  // namespace first_of_many
namespace last_of_many {
__global__ void count_above(weft::View<const float> values, float limit, unsigned* count);
}  // namespace last_of_many

unsigned expected(const std::vector<float>& values, float limit) {
  unsigned count = 0;
  for (const float value : values) count += value > limit;
  return count;
}

unsigned counted(const std::vector<float>& values, float limit, unsigned blocks, unsigned threads, unsigned before = 0) {
  DeviceArray<float> on_device(values);
  DeviceArray<unsigned> count(std::vector<unsigned>{before});
  count_above<<<blocks, threads>>>(weft::View<const float>(on_device.data(), values.size()), limit, count.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(count.written_around() == "");
  return count.read()[0];
}

TEST_CASE("every value is examined once, whatever their number") {
  for (const std::size_t n : awkward_counts) {
    const std::vector<float> values = random_values<float>(n, 4);
    CAPTURE(n);
    CHECK(counted(values, 0.25f, 1, 32) == expected(values, 0.25f));
    CHECK(counted(values, 0.25f, 3, 96) == expected(values, 0.25f));
    CHECK(counted(values, -2.0f, 5, 1024) == n);
  }
}

TEST_CASE("blocks without values count nothing") {
  CHECK(counted({1.0f}, 0.0f, 9, 64) == 1);
  CHECK(counted({}, 0.0f, 2, 64) == 0);
}

TEST_CASE("greater is not equal, and NaN is neither") {
  CHECK(counted({0.5f, 0.5f, 0.75f}, 0.5f, 1, 32) == 1);
  CHECK(counted({NAN, 1.0f, NAN}, 0.5f, 1, 32) == 1);
  CHECK(counted({1.0f, std::numeric_limits<float>::infinity()}, NAN, 1, 32) == 0);
}

TEST_CASE("the count is added to the old value") { CHECK(counted(std::vector<float>(100, 1.0f), 0.0f, 2, 32, 1000) == 1100); }

TEST_CASE("a grid may have more threads than 32 bits can count") {
  DeviceArray<float> values(std::vector<float>(2000, 1.0f));
  DeviceArray<unsigned> count(std::vector<unsigned>{7});
  const weft::View<const float> view(values.data(), values.size());
  first_of_many::count_above<<<1, 1024>>>(view, 0.5f, count.data());
  require_success(cudaDeviceSynchronize());
  CHECK(count.read()[0] == 7 + 1024);  // a value for each of its threads, and the next step leads beyond the end
  last_of_many::count_above<<<1, 1024>>>(view, 0.5f, count.data());
  require_success(cudaDeviceSynchronize());
  CHECK(count.read()[0] == 7 + 1024);
}

#ifdef __LOOM__
TEST_CASE("a block performs one atomic operation, and none in shared memory") {
  constexpr unsigned blocks = 3, n = 5000;
  DeviceArray<float> values(random_values<float>(n, 4));
  DeviceArray<unsigned> count(std::vector<unsigned>{0});
  const loom::Seen seen = loom::observe(
      [&] { count_above<<<blocks, 256>>>(weft::View<const float>(values.data(), n), 0.0f, count.data()); });
  CHECK(seen.global_atomics.sectors == blocks);  // lanes at one address count each; no block is without values above the limit
  CHECK(seen.shared_atomics.requests == 0);
  CHECK(seen.global_loads.requests <= n / 8);  // one lane needs one per value, a warp one for 32
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const std::vector<float> values = random_values<float>(50'000, 4);
  CHECK(too_serial({.threads = 300, .blocks = 3}, [&] { counted(values, 0.25f, 4, 256); }) == "");
}
