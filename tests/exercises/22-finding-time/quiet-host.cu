#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "22-finding-time/quiet-host.hpp"

struct Relaxed {
  std::vector<float> x;
  unsigned sweeps = 0;
};

Relaxed expected_from(const std::vector<float>& b, std::vector<float> x, float enough) {
  const std::size_t n = b.size();
  for (unsigned sweeps = 1;; ++sweeps) {
    std::vector<float> after(n);
    float largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      after[i] = next(b[i], i > 0 ? x[i - 1] : 0.0f, i + 1 < n ? x[i + 1] : 0.0f);
      largest = std::max(largest, std::abs(after[i] - x[i]));
    }
    x = after;
    if (sweeps % 16 == 0 && largest <= enough) return {x, sweeps};
  }
}

void expect_relaxed(std::size_t n, float enough) {
  CAPTURE(n);
  CAPTURE(enough);
  const std::vector<float> start = random_values<float>(n, 6), numbers = random_values<float>(n, 5);
  const Relaxed expected = expected_from(numbers, start, enough);
  DeviceArray<float> b(numbers), x(start);
  CHECK(relax(b.data(), x.data(), static_cast<unsigned>(n), enough) == expected.sweeps);
  require_success(cudaDeviceSynchronize());
  CHECK(difference(x.read(), expected.x) == "");
  CHECK(x.written_around() == "");
}

constexpr std::size_t many = 5000;

template <typename Work>
void with_many(Work work) {
  DeviceArray<float> b(random_values<float>(many, 5)), x(random_values<float>(many, 6));
  work([&] { return relax(b.data(), x.data(), many, 1e-6f); });
}

TEST_CASE("the unknowns and the number of sweeps are those of the host") { expect_relaxed(many, 1e-6f); }

TEST_CASE("any number of unknowns is relaxed") {
  for (const std::size_t n : awkward_counts) expect_relaxed(n, 1e-6f);
}

TEST_CASE("only the last of 16 sweeps decides, and one test may be enough") {
  for (const float enough : {10.0f, 1e-2f, 1e-4f, 1e-5f}) expect_relaxed(1000, enough);
}

TEST_CASE("a start that is the solution needs one test") {
  DeviceArray<float> b(std::vector<float>(300, 0.0f)), x(std::vector<float>(300, 0.0f));
  CHECK(relax(b.data(), x.data(), 300, 0.0f) == 16);
}

TEST_CASE("unknowns that only fall are moves as well") {
  const std::vector<float> zeros(300, 0.0f), ones(300, 1.0f);
  DeviceArray<float> b(zeros), x(ones);
  CHECK(relax(b.data(), x.data(), 300, 1e-6f) == expected_from(zeros, ones, 1e-6f).sweeps);
}

TEST_CASE("one launch per sweep") {
  with_many([](auto relaxes) {
    const auto before = launches_seen();
    const unsigned sweeps = relaxes();
    if (before) CHECK(*launches_seen() - *before <= sweeps);
  });
}

TEST_CASE("4 bytes per 16 sweeps go to the host") {
  with_many([](auto relaxes) {
    const auto before = bytes_to_host();
    const unsigned sweeps = relaxes();
    if (before) CHECK(*bytes_to_host() - *before <= sweeps / 16 * 4);
  });
}

TEST_CASE("no memory is kept") {
  with_many([](auto relaxes) {
    const auto before = bytes_in_use();
    relaxes();
    if (before) CHECK(*bytes_in_use() == *before);
  });
}

TEST_CASE("the work is shared by many threads in several blocks") {
  with_many([](auto relaxes) { CHECK(too_serial({.threads = 1000, .blocks = 4}, relaxes) == ""); });
}
