#include <numeric>

#include <doctest/doctest.h>

#include "support.hpp"

#include "17-sorting/nan-last.hpp"

std::vector<unsigned> expected(const std::vector<float>& keys) {
  std::vector<unsigned> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto rank = [&](unsigned i) { return std::isnan(keys[i]); };
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : keys[a] > keys[b];
  });
  return order;
}

std::vector<unsigned> answer(const std::vector<float>& keys) {
  DeviceArray<float> on_device(keys);
  DeviceArray<unsigned> order(keys.size());
  [[maybe_unused]] const auto before = bytes_to_host();
  falling_order({on_device.data(), keys.size()}, order.data());
  require_success(cudaDeviceSynchronize());
  if (before) CHECK(*bytes_to_host() == *before);
  CHECK(order.written_around() == "");
  CHECK(on_device.written_around() == "");
  return order.read();
}

void expect_order(const std::vector<float>& keys) { CHECK(difference(answer(keys), expected(keys)) == ""); }

constexpr float inf = std::numeric_limits<float>::infinity(), tiny = std::numeric_limits<float>::denorm_min();

TEST_CASE("no key, one key, two keys") {
  expect_order({});
  expect_order({4});
  expect_order({1, 2});
}

TEST_CASE("the larger the key, the larger its number") {
  const std::vector<float> rising = {-inf, -3e38f, -2, -1, -tiny, 0, tiny, 1, 1.0000001f, 2, 3e38f, inf};
  for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
    CAPTURE(rising[i]);
    CHECK(number_of(rising[i]) < number_of(rising[i + 1]));
  }
  CHECK(number_of(-0.0f) == number_of(0.0f));
  for (const float nan : {NAN, -NAN, std::numeric_limits<float>::signaling_NaN()})
    CHECK(number_of(nan) < number_of(-inf));
  CHECK(number_of(NAN) == number_of(-NAN));
}

TEST_CASE("equal keys keep their order") { expect_order({2, 5, 2, 5, 2, 5, 5, 2}); }

TEST_CASE("both zeros are equal keys") { expect_order({0.0f, -0.0f, -tiny, 0.0f, tiny, -0.0f, 0.0f}); }

TEST_CASE("NaN of either sign comes last, in its order") {
  expect_order({NAN, 1, -NAN, -inf, NAN, inf, -NAN, 0, NAN});
  expect_order(std::vector<float>(300, -NAN));
}

TEST_CASE("negative, positive and many keys") {
  for (const std::size_t count : {std::size_t{255}, std::size_t{6145}, std::size_t{20'003}}) {
    std::vector<float> keys = random_values<float>(count, 3);
    for (std::size_t i = 0; i < count; ++i) {
      if (i % 5 == 0) keys[i] = keys[i / 2];
      if (i % 97 == 3) keys[i] = i % 2 == 0 ? NAN : -NAN;
      if (i % 31 == 7) keys[i] = i % 2 == 0 ? 0.0f : -0.0f;
    }
    CAPTURE(count);
    expect_order(keys);
  }
}

#ifdef __LOOM__
TEST_CASE("each index and each number is written once") {
  constexpr std::size_t count = 20'003;
  const std::vector<float> keys = random_values<float>(count, 4);
  const loom::Seen seen = loom::observe([&] { answer(keys); });
  CHECK(seen.global_stores.bytes < 60 * count);  // the four passes of a sort write 32 bytes per key
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  // The sort has 17 blocks and most of the work. With a single block for the rest, the share would be that of 11 blocks.
  const std::vector<float> keys = random_values<float>(100'003, 4);
  CHECK(too_serial({.threads = 500, .blocks = 12.6}, [&] { answer(keys); }) == "");
}
