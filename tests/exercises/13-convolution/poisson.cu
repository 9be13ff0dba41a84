#include <doctest/doctest.h>

#include "support.hpp"

#include "13-convolution/poisson.hpp"

using Floats = std::vector<float>;

Floats without_mean(Floats u) {
  double sum = 0;
  for (const float value : u) sum += value;
  for (float& value : u) value -= static_cast<float>(sum / static_cast<double>(u.size()));
  return u;
}

Floats applied(const Floats& u, int rows, int columns) {
  Floats f(u.size());
  const auto at = [&](int r, int c) { return u[(r + rows) % rows * columns + (c + columns) % columns]; };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) f[r * columns + c] = 4 * at(r, c) - at(r - 1, c) - at(r + 1, c) - at(r, c - 1) - at(r, c + 1);
  return f;
}

void expect_found(const Floats& u, int rows, int columns, double tolerance) {
  CAPTURE(rows);
  CAPTURE(columns);
  CHECK(difference(solve_poisson(applied(u, rows, columns), rows, columns), u, tolerance) == "");
}

TEST_CASE("random planes of any shape are recovered") {
  for (const auto& [rows, columns] : {std::pair{2, 2}, {8, 8}, {3, 5}, {16, 7}, {7, 16}, {33, 40}, {50, 31}})
    expect_found(without_mean(random_values<float>(rows * columns, 9)), rows, columns, 2e-4);
}

TEST_CASE("two rows, or two columns") {
  expect_found(without_mean(random_values<float>(2 * 12, 9)), 2, 12, 1e-4);
  expect_found(without_mean(random_values<float>(13 * 2, 9)), 13, 2, 1e-4);
}

TEST_CASE("waves of low and high frequency") {
  for (const auto& [down, across] : {std::pair{0, 1}, {1, 0}, {3, 4}, {12, 0}, {23, 1}, {0, 15}}) {
    Floats wave;
    for (int i = 0; i < 24 * 30; ++i)
      wave.push_back(static_cast<float>(std::cos(2 * std::numbers::pi * (down * (i / 30) / 24.0 + across * (i % 30) / 30.0))));
    expect_found(wave, 24, 30, 1e-4);
  }
}

TEST_CASE("the mean of f is ignored") {
  const Floats u = without_mean(random_values<float>(9 * 10, 4));
  Floats f = applied(u, 9, 10);
  for (float& value : f) value += 3;
  CHECK(difference(solve_poisson(f, 9, 10), u, 1e-4) == "");
}

TEST_CASE("the kernel writes only its bins") {
  DeviceArray<float> spectrum(Floats(2 * 4 * 3 + 2, 1.0f));
  divide<<<1, 64>>>(reinterpret_cast<weft::Complex*>(spectrum.data()), 4, 5);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  const Floats found = spectrum.read();
  CHECK(difference(found[0], 0) == "");
  CHECK(difference(found[24], 1) == "");
  CHECK(difference(found[2 * 2 * 3], 1.0 / (4 * 20), 1e-6) == "");  // row 2 of 4: half a period
}

TEST_CASE("the lowest frequencies of a large plane are as accurate as the others") {
  for (const auto& [rows, columns] : {std::pair{4096, 2}, {2, 4096}}) {
    const int half = columns / 2 + 1;
    Floats ones, expected;
    for (int i = 0; i < rows * half; ++i) {
      const double down = std::sin(std::numbers::pi * (i / half) / rows), across = std::sin(std::numbers::pi * (i % half) / columns);
      ones.insert(ones.end(), {1, 0});
      expected.insert(expected.end(), {i == 0 ? 0 : static_cast<float>(1 / (4 * (down * down + across * across) * rows * columns)), 0});
    }
    DeviceArray<float> spectrum(ones);
    divide<<<(rows * half + 255) / 256, 256>>>(reinterpret_cast<weft::Complex*>(spectrum.data()), rows, columns);
    require_success(cudaDeviceSynchronize());
    CHECK(difference(spectrum.read(), expected, 1e-5) == "");
  }
}

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<float> spectrum(random_values<float>(2 * 32 * 33, 1));
  CHECK(too_serial({.threads = 256, .blocks = 6}, [&] { divide<<<9, 128>>>(reinterpret_cast<weft::Complex*>(spectrum.data()), 32, 64); }) == "");
  const Floats f = random_values<float>(64 * 64, 9);
  CHECK(too_serial({.threads = 256, .blocks = 2.5, .stored = 64 * 33 * sizeof(weft::Complex)}, [&] { solve_poisson(f, 64, 64); }) == "");
}
