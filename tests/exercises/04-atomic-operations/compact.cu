#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "04-atomic-operations/compact.hpp"

// The same kernel twice more, in blocks that are only imagined: the first and the last of a grid of 2^32 + 1024 threads.
namespace first_of_many {
__global__ void keep_positive(weft::View<const float> values, float* kept, unsigned* count);
}  // namespace first_of_many
namespace last_of_many {
__global__ void keep_positive(weft::View<const float> values, float* kept, unsigned* count);
}  // namespace last_of_many

std::vector<float> expected(const std::vector<float>& values) {
  std::vector<float> kept;
  for (const float value : values)
    if (value > 0) kept.push_back(value);
  std::sort(kept.begin(), kept.end());
  return kept;
}

struct Kept {
  std::vector<float> values;  // sorted
  unsigned count;
};

Kept kept_by(const std::vector<float>& values, unsigned blocks, unsigned threads) {
  const std::size_t size = expected(values).size();
  DeviceArray<float> on_device(values), kept(size);
  DeviceArray<unsigned> count(std::vector<unsigned>{0});
  keep_positive<<<blocks, threads>>>(weft::View<const float>(on_device.data(), values.size()), kept.data(), count.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(kept.written_around() == "");
  std::vector<float> found = kept.read();
  std::sort(found.begin(), found.end());
  return {found, count.read()[0]};
}

void expect_kept(const std::vector<float>& values, unsigned blocks, unsigned threads) {
  const std::vector<float> should = expected(values);
  const Kept got = kept_by(values, blocks, threads);
  CHECK(got.count == should.size());
  CHECK(difference(got.values, should) == "");
}

TEST_CASE("every positive value is kept once, whatever the shape of the launch") {
  for (const std::size_t n : awkward_counts) {
    CAPTURE(n);
    const std::vector<float> values = random_values<float>(n, 11);
    expect_kept(values, 1, 32);
    expect_kept(values, 3, 96);
    expect_kept(values, 5, 1024);
  }
}

TEST_CASE("all or none may be kept") {
  expect_kept(std::vector<float>(1000, 2.0f), 3, 64);
  expect_kept(std::vector<float>(1000, -2.0f), 3, 64);
  expect_kept({}, 2, 32);
}

TEST_CASE("zero and NaN are not greater than zero") { expect_kept({NAN, 1.0f, 0.0f, -0.0f, NAN, 0x1p-149f}, 1, 32); }

TEST_CASE("what was kept before stays where it is") {
  DeviceArray<float> values(std::vector<float>{-1, 7, 8}), kept(std::vector<float>{5, 6, 0, 0});
  DeviceArray<unsigned> count(std::vector<unsigned>{2});
  keep_positive<<<1, 32>>>(weft::View<const float>(values.data(), 3), kept.data(), count.data());
  require_success(cudaDeviceSynchronize());
  std::vector<float> found = kept.read();
  std::sort(found.begin() + 2, found.end());
  CHECK(difference(found, std::vector<float>{5, 6, 7, 8}) == "");
  CHECK(count.read()[0] == 4);
}

TEST_CASE("a grid may have more threads than 32 bits can count") {
  DeviceArray<float> values(std::vector<float>(2000, 1.0f)), kept(6000);
  DeviceArray<unsigned> count(std::vector<unsigned>{7});
  const weft::View<const float> view(values.data(), values.size());
  first_of_many::keep_positive<<<1, 1024>>>(view, kept.data(), count.data());
  require_success(cudaDeviceSynchronize());
  CHECK(count.read()[0] == 7 + 1024);  // a value for each of its threads, and the next step leads beyond the end
  last_of_many::keep_positive<<<1, 1024>>>(view, kept.data(), count.data());
  require_success(cudaDeviceSynchronize());
  CHECK(count.read()[0] == 7 + 1024);
}

#ifdef __LOOM__
TEST_CASE("one lane of a warp draws the tickets for all, and shared memory is not updated atomically") {
  constexpr std::size_t n = 4096;
  DeviceArray<float> values(std::vector<float>(n, 1.0f)), kept(n);
  DeviceArray<unsigned> count(std::vector<unsigned>{0});
  const loom::Seen seen = loom::observe(
      [&] { keep_positive<<<2, 256>>>(weft::View<const float>(values.data(), n), kept.data(), count.data()); });
  CHECK(count.read()[0] == n);
  CHECK(seen.global_atomics.requests <= n / 32);
  CHECK(seen.global_atomics.sectors <= n / 32);  // lanes that update one address count a sector each
  CHECK(seen.shared_atomics.requests == 0);
  CHECK(seen.global_loads.requests <= n / 8);  // one lane needs one per value, a warp one for 32
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  constexpr std::size_t n = 20'000;
  DeviceArray<float> values(random_values<float>(n, 11)), kept(n);
  DeviceArray<unsigned> count(std::vector<unsigned>{0});
  CHECK(too_serial({.threads = 512, .blocks = 3}, [&] {
          keep_positive<<<4, 256>>>(weft::View<const float>(values.data(), n), kept.data(), count.data());
        }) == "");
}
