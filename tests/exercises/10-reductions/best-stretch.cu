#include <doctest/doctest.h>

#include "support.hpp"

#include "10-reductions/best-stretch.hpp"

Best of(int value) { return {value, std::max(value, 0), std::max(value, 0), std::max(value, 0)}; }

// By trying all stretches.
Best expected_of(const std::vector<int>& values) {
  Best best{};
  for (std::size_t first = 0; first < values.size(); ++first) {
    long long sum = 0;
    for (std::size_t last = first; last < values.size(); ++last) {
      sum += values[last];
      best.stretch = std::max(best.stretch, sum);
      if (first == 0) best.beginning = std::max(best.beginning, sum);
      if (last + 1 == values.size()) best.end = std::max(best.end, sum);
    }
    if (first == 0) best.all = sum;
  }
  return best;
}

long long on_the_host(const std::vector<int>& values) {
  long long running = 0, best = 0;
  for (const int value : values) {
    running = std::max(running + value, 0ll);
    best = std::max(best, running);
  }
  return best;
}

long long answer(const std::vector<int>& values, unsigned blocks = 5) {
  DeviceArray<int> x(values);
  return best_stretch({x.data(), values.size()}, blocks);
}

void expect_best(const std::vector<int>& values) {
  for (const unsigned blocks : {1u, 2u, 7u, 300u}) {
    CAPTURE(values.size());
    CAPTURE(blocks);
    CHECK(answer(values, blocks) == on_the_host(values));
  }
}

TEST_CASE("combining two parts gives the result for all their elements") {
  const std::vector<int> values = random_values<int>(40, 3);
  for (std::size_t from = 0; from < 8; ++from)
    for (std::size_t middle = from; middle <= from + 6; ++middle) {
      const std::size_t to = from + 11;
      Best left{}, right{};
      for (std::size_t i = from; i < middle; ++i) left = join(left, of(values[i]));
      for (std::size_t i = middle; i < to; ++i) right = join(right, of(values[i]));
      const Best both = join(left, right), expected = expected_of({values.begin() + from, values.begin() + to});
      CHECK(both.all == expected.all);
      CHECK(both.beginning == expected.beginning);
      CHECK(both.end == expected.end);
      CHECK(both.stretch == expected.stretch);
    }
}

TEST_CASE("no elements, and losses only") {
  CHECK(answer({}) == 0);
  CHECK(answer({-3}) == 0);
  CHECK(answer(std::vector<int>(1000, -1)) == 0);
}

TEST_CASE("any length, any number of blocks") {
  for (const std::size_t count : {1, 2, 31, 255, 257, 5003, 31'713}) {
    expect_best(random_values<int>(count, 17));
    expect_best(std::vector<int>(count, 2));
  }
}

TEST_CASE("a stretch that begins and ends anywhere") {
  for (const std::size_t first : {0, 1, 31, 32, 255, 256, 700})
    for (const std::size_t length : {1, 32, 257, 900}) {
      std::vector<int> values(2000, -1);
      for (std::size_t i = first; i < first + length; ++i) values[i] = 1;
      CAPTURE(first);
      CAPTURE(length);
      CHECK(answer(values, 3) == static_cast<long long>(length));
    }
}

TEST_CASE("the order of elements matters") {
  std::vector<int> values(4096);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 64 < 32 ? 5 : -5;
  expect_best(values);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 512 < 256 ? 5 : -6;
  expect_best(values);
}

TEST_CASE("sums beyond 32 bits") {
  CHECK(answer(std::vector<int>(1000, 2'000'000'000), 2) == 2'000'000'000'000ll);
  std::vector<int> values(2000, -1);
  std::fill_n(values.begin() + 10, 1000, 2'000'000'000);
  CHECK(answer(values, 2) == 2'000'000'000'000ll);
}

TEST_CASE("a launch that is refused is thrown") {
  DeviceArray<int> x(std::vector<int>(10, 1));
  CHECK_THROWS_AS(best_stretch({x.data(), 10}, 0), weft::CudaError);
  cudaGetLastError();  // an answer that does not check leaves the error
}

#ifdef __LOOM__
TEST_CASE("every element is read once, by all blocks, and without atomic operations") {
  constexpr std::size_t count = 6 * 256 * 4;
  DeviceArray<int> x(random_values<int>(count, 3));
  long long best = 0;
  const loom::Seen seen = loom::observe([&] { best = best_stretch({x.data(), count}, 6); });
  CHECK(best == on_the_host(random_values<int>(count, 3)));
  CHECK(seen.global_loads.bytes >= 4 * count);
  CHECK(seen.global_loads.bytes <= 4 * count + 6 * sizeof(Best) * 2);
  CHECK(seen.global_loads.requests <= count / 32 + 6 * 8);
  CHECK(seen.global_atomics.requests == 0);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<int> x(random_values<int>(50'000, 3));
  CHECK(too_serial({.threads = 300, .blocks = 4}, [&] { best_stretch({x.data(), x.size()}, 6); }) == "");
}
