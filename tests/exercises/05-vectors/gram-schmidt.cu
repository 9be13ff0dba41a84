#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "05-vectors/gram-schmidt.hpp"

using Vectors = std::vector<double>;

Vectors orthogonal(const Vectors& vectors, std::size_t length) {
  DeviceArray<double> on_device(vectors);
  orthogonalise({on_device.data(), vectors.size()}, length);
  require_success(cudaDeviceSynchronize());
  CHECK(on_device.written_around() == "");
  return on_device.read();
}

double dot(const Vectors& a, std::size_t i, const Vectors& b, std::size_t k, std::size_t length) {
  double sum = 0;
  for (std::size_t j = 0; j < length; ++j) sum += a[i * length + j] * b[k * length + j];
  return sum;
}

// (1, 1, 1, …), (0, 1, 1, …), (0, 0, 1, …), …
Vectors staircase(std::size_t n) {
  Vectors vectors(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) vectors[i * n + j] = j >= i ? 1 : 0;
  return vectors;
}

// Its orthogonalisation: m = n − i + 1 elements are not zero, the first is (1 − m) / m and the others are 1 / m.
Vectors staircase_orthogonal(std::size_t n) {
  Vectors vectors(n * n, 0.0);
  for (std::size_t j = 0; j < n; ++j) vectors[j] = 1;
  for (std::size_t i = 1; i < n; ++i) {
    const double m = static_cast<double>(n - i + 1);
    vectors[i * n + i - 1] = (1 - m) / m;
    for (std::size_t j = i; j < n; ++j) vectors[i * n + j] = 1 / m;
  }
  return vectors;
}

TEST_CASE("the vectors of the task become those computed by hand") {
  for (const std::size_t n : {1, 2, 3, 33}) {
    CAPTURE(n);
    CHECK(difference(orthogonal(staircase(n), n), staircase_orthogonal(n), 1e-12) == "");
  }
}

TEST_CASE("the results are orthogonal, for any length") {
  constexpr std::size_t count = 7, length = 257;
  const Vectors before = random_values<double>(count * length, 5);
  const Vectors after = orthogonal(before, length);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      CAPTURE(i);
      CAPTURE(k);
      CHECK(std::abs(dot(after, i, after, k, length)) <= 1e-11);
    }
}

TEST_CASE("each result is the vector minus its projections, and is not normalised") {
  constexpr std::size_t count = 4, length = 1000;
  const Vectors before = random_values<double>(count * length, 6);
  const Vectors after = orthogonal(before, length);
  for (std::size_t j = 0; j < length; ++j) CHECK(after[j] == before[j]);
  for (std::size_t i = 0; i < count; ++i) {
    const double square = dot(after, i, after, i, length);
    CHECK(square > 1);
    CHECK(dot(before, i, after, i, length) == doctest::Approx(square));
  }
}

TEST_CASE("a linearly dependent vector becomes zero and does not affect the others") {
  const Vectors after = orthogonal({0, 0, 0, 0,  1, 1, 1, 1,  2, 2, 2, 2,  1, -1, 1, 3}, 4);
  CHECK(difference(after, {0, 0, 0, 0,  1, 1, 1, 1,  0, 0, 0, 0,  0, -2, 0, 2}) == "");
}

#ifdef __LOOM__
TEST_CASE("kernels do the arithmetic, and no vector is copied to the host") {
  constexpr std::size_t count = 3, length = 500;
  DeviceArray<double> vectors(random_values<double>(count * length, 7));
  const auto before = bytes_to_host();
  const loom::Seen seen = loom::observe([&] { orthogonalise({vectors.data(), vectors.size()}, length); });
  CHECK(seen.global_stores.bytes >= (count - 1) * length * sizeof(double));
  CHECK(seen.global_loads.bytes >= count * length * sizeof(double));
  CHECK(*bytes_to_host() - *before < length * sizeof(double));
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  constexpr std::size_t count = 3, length = 5000;
  DeviceArray<double> vectors(random_values<double>(count * length, 7));
  // Two blocks or more for each kernel. If one of three kernels has a single block, the share is that of 1.5 blocks.
  CHECK(too_serial({.threads = 100, .blocks = 1.8}, [&] { orthogonalise({vectors.data(), vectors.size()}, length); }) == "");
}
