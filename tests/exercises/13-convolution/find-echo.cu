#include <doctest/doctest.h>

#include "support.hpp"

#include "13-convolution/find-echo.hpp"

using Floats = std::vector<float>;

std::size_t expected_delay(const Floats& sent, const Floats& heard) {
  std::size_t best = 0;
  double largest = -INFINITY;
  for (std::size_t d = 0; d < heard.size(); ++d) {
    double sum = 0;
    for (std::size_t j = 0; j < sent.size() && j + d < heard.size(); ++j) sum += 1.0 * sent[j] * heard[j + d];
    if (sum > largest) largest = sum, best = d;
  }
  return best;
}

// `size` samples of noise of that strength, plus a copy of `sent` that begins at each delay.
Floats recorded(std::size_t size, const Floats& sent, const std::vector<std::pair<int, float>>& echoes, float noise) {
  Floats heard = random_values<float>(size, 77);
  for (float& sample : heard) sample *= noise;
  for (const auto& [delay, strength] : echoes)
    for (int j = 0; j < static_cast<int>(sent.size()); ++j)
      if (delay + j >= 0 && delay + j < static_cast<int>(size)) heard[delay + j] += strength * sent[j];
  return heard;
}

void expect_delay(const Floats& sent, const Floats& heard, std::size_t delay) {
  REQUIRE(expected_delay(sent, heard) == delay);
  CHECK(delay_of(sent, heard) == delay);
}

TEST_CASE("an echo in noise, wherever it is") {
  const Floats sent = random_values<float>(200, 1);
  for (const int delay : {0, 1, 137, 800, 999}) {
    CAPTURE(delay);
    expect_delay(sent, recorded(1200, sent, {{delay, 0.4f}}, 0.3f), delay);
  }
}

TEST_CASE("lengths that are not powers of two, and short ones") {
  for (const std::size_t size : {1, 2, 31, 255, 257, 1000}) {
    const Floats sent = random_values<float>(size, 5);
    expect_delay(sent, recorded(size + 3, sent, {{3, 1.0f}}, 0.0f), 3);
    expect_delay(sent, sent, 0);
  }
  expect_delay({1, 2}, {0, 0, 0, 0, 0, 1, 2, 0}, 5);
  expect_delay({1}, {0, 0, 0, 1}, 3);
}

TEST_CASE("more samples sent than heard") {
  const Floats sent = random_values<float>(500, 6);
  expect_delay(sent, recorded(300, sent, {{40, 1.0f}}, 0.1f), 40);
}

TEST_CASE("the strongest of several echoes") {
  const Floats sent = random_values<float>(100, 2);
  expect_delay(sent, recorded(2000, sent, {{100, 0.3f}, {700, 0.9f}, {1500, 0.5f}}, 0.1f), 700);
}

TEST_CASE("an inverted echo does not count") {
  const Floats sent = random_values<float>(100, 2);
  expect_delay(sent, recorded(1000, sent, {{300, 0.5f}, {600, -0.9f}}, 0.1f), 300);
}

TEST_CASE("the end of an earlier, louder call at the beginning is not an echo") {
  const Floats sent = random_values<float>(400, 3);
  for (const std::size_t size : {1024, 1400, 625, 2048})
    expect_delay(sent, recorded(size, sent, {{-100, 3.0f}, {180, 1.0f}}, 0.0f), 180);
}

TEST_CASE("the same, with more samples sent than heard") {
  const Floats sent = random_values<float>(500, 6);
  expect_delay(sent, recorded(300, sent, {{-450, 10.0f}, {40, 1.0f}}, 0.0f), 40);
}

TEST_CASE("an echo that the recording cuts off") {
  const Floats sent = random_values<float>(400, 4);
  expect_delay(sent, recorded(1024, sent, {{900, 2.0f}}, 0.05f), 900);
}

TEST_CASE("the kernel multiplies by the conjugate, and writes only its bins") {
  DeviceArray<float> heard(Floats{1, 2, 3, 4, 5, 6}), sent(Floats{7, 8, 9, 10, 11, 12});
  correlate<<<2, 32>>>(reinterpret_cast<weft::Complex*>(heard.data()), reinterpret_cast<const weft::Complex*>(sent.data()), 2);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(difference(heard.read(), Floats{1 * 7 + 2 * 8, 2 * 7 - 1 * 8, 3 * 9 + 4 * 10, 4 * 9 - 3 * 10, 5, 6}) == "");
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> heard(random_values<float>(2000, 1)), sent(random_values<float>(2000, 2));
  CHECK(too_serial({.threads = 256, .blocks = 6}, [&] {
          correlate<<<8, 128>>>(reinterpret_cast<weft::Complex*>(heard.data()), reinterpret_cast<const weft::Complex*>(sent.data()), 1000);
        }) == "");
  const Floats call = random_values<float>(200, 1), record = recorded(5000, call, {{800, 0.4f}}, 0.3f);
  CHECK(too_serial({.threads = 256, .blocks = 2.5, .stored = 2500 * sizeof(weft::Complex)}, [&] { delay_of(call, record); }) == "");
}
