#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "12-finite-differences/red-black.hpp"

using Shape = std::array<std::size_t, 3>;

struct Box {
  std::size_t planes, rows, columns;
  std::size_t size() const { return planes * rows * columns; }
};

std::vector<float> expected_half(const Box& box, std::vector<float> u, unsigned colour, float over) {
  const std::size_t row = box.columns, plane = box.rows * box.columns;
  for (std::size_t z = 1; z + 1 < box.planes; ++z)
    for (std::size_t y = 1; y + 1 < box.rows; ++y)
      for (std::size_t x = 1; x + 1 < box.columns; ++x) {
        const std::size_t k = z * plane + y * row + x;
        if ((z + y + x) % 2 == colour)
          u[k] += over * (mean_of(u[k - 1], u[k + 1], u[k - row], u[k + row], u[k - plane], u[k + plane]) - u[k]);
      }
  return u;
}

void expect_halves(const Box& box, float over) {
  CAPTURE(box.planes);
  CAPTURE(box.rows);
  CAPTURE(box.columns);
  std::vector<float> expected = random_values<float>(box.size(), 4);
  DeviceArray<float> u(expected);
  for (const unsigned colour : {1u, 0u}) {
    half_sweep({u.data(), box.planes, box.rows, box.columns}, colour, over);
    require_success(cudaDeviceSynchronize());
    expected = expected_half(box, expected, colour, over);
    CHECK(difference(u.read(), expected, 1e-6) == "");
  }
  CHECK(u.written_around() == "");
}

// A cube with one hot face, which settles at 1/6 in the middle.
std::vector<float> one_hot_face(std::size_t side) {
  std::vector<float> values(side * side * side);
  for (std::size_t i = values.size() - side * side; i < values.size(); ++i) values[i] = 1;
  return values;
}

TEST_CASE("a half sweep moves the points of its colour, and no other") { expect_halves({6, 9, 40}, 1.0f); }

TEST_CASE("it moves them by `over` times the distance") { expect_halves({6, 9, 40}, 1.5f); }

TEST_CASE("volumes of any shape") {
  for (const auto& [planes, rows, columns] :
       {Shape{1, 1, 1}, Shape{2, 9, 40}, Shape{3, 3, 3}, Shape{5, 4, 67}, Shape{4, 6, 33}, Shape{12, 1, 9}, Shape{9, 15, 99}, Shape{6, 16, 96}})
    expect_halves({planes, rows, columns}, 1.25f);
}

TEST_CASE("a volume of very many rows is swept, or CUDA's refusal is thrown") {
  const Box box{3, 300'000, 3};
  const std::vector<float> start = random_values<float>(box.size(), 6);
  DeviceArray<float> u(start);
  bool refused = false;
  try {
    half_sweep({u.data(), box.planes, box.rows, box.columns}, 0, 1.0f);
  } catch (const weft::CudaError&) {
    refused = true;
    cudaGetLastError();
  }
  require_success(cudaDeviceSynchronize());
  if (!refused) CHECK(difference(u.read(), expected_half(box, start, 0, 1.0f), 1e-6) == "");
}

TEST_CASE("solving ends when no point moves by more than the limit") {
  DeviceArray<float> u(one_hot_face(9));
  const unsigned sweeps = solve({u.data(), 9, 9, 9}, 1.0f, 1e-6f);
  CHECK(std::abs(u.read()[9 * 9 * 9 / 2] - 1.0f / 6) < 1e-4f);
  CHECK(sweeps > 20);
  // One more sweep moves no point by more than the limit.
  const std::vector<float> before = u.read();
  half_sweep({u.data(), 9, 9, 9}, 0, 1.0f);
  half_sweep({u.data(), 9, 9, 9}, 1, 1.0f);
  CHECK(difference(u.read(), before, 1e-6) == "");
}

// A solution may test for convergence only every 32nd sweep, and then makes up to 31 more.
TEST_CASE("it makes at most 31 unnecessary sweeps, and returns the number of sweeps") {
  const Box box{7, 8, 9};
  for (const float over : {1.0f, 1.4f}) {
    const std::vector<float> start = random_values<float>(box.size(), 8);
    std::vector<float> host = start;
    unsigned expected = 0;
    for (float moved = 1; moved > 1e-3f; ++expected) {
      const std::vector<float> before = host;
      host = expected_half(box, expected_half(box, host, 0, over), 1, over);
      moved = 0;
      for (std::size_t i = 0; i < host.size(); ++i) moved = std::max(moved, std::abs(host[i] - before[i]));
    }
    DeviceArray<float> u(start);
    const unsigned sweeps = solve({u.data(), 7, 8, 9}, over, 1e-3f);
    CHECK(sweeps >= expected);
    REQUIRE(sweeps < expected + 32);
    for (; expected < sweeps; ++expected) host = expected_half(box, expected_half(box, host, 0, over), 1, over);
    CHECK(difference(u.read(), host, 1e-5) == "");
  }
}

TEST_CASE("without inner points, one sweep suffices, or 32") {
  DeviceArray<float> u(one_hot_face(2));
  const unsigned sweeps = solve({u.data(), 2, 2, 2}, 1.0f, 0.0f);
  CHECK(sweeps >= 1);
  CHECK(sweeps <= 32);
  CHECK(difference(u.read(), one_hot_face(2)) == "");
}

TEST_CASE("the moves of both colours count") {
  DeviceArray<float> u(one_hot_face(3));  // its one inner point is black, and moves in the first sweep
  CHECK(solve({u.data(), 3, 3, 3}, 1.0f, 1e-3f) >= 2);
  CHECK(u.read()[13] == doctest::Approx(1.0 / 6));
}

TEST_CASE("a warp performs at most one atomic operation in global memory") {
  const Box box{10, 16, 66};
  DeviceArray<float> u(random_values<float>(box.size(), 4));
  unsigned sweeps = 0;
  const auto spent = atomics_seen([&] { sweeps = solve({u.data(), box.planes, box.rows, box.columns}, 1.0f, 0.05f); });
  CHECK(spent.in_global <= sweeps * box.size() / 4);  // two half sweeps; rows of 66 columns leave warps unfilled
}

TEST_CASE("the work is shared by many threads in several blocks") {
  const Box box{10, 16, 66};
  DeviceArray<float> u(random_values<float>(box.size(), 4));
  const weft::VolumeView<float> view(u.data(), box.planes, box.rows, box.columns);
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [&] { half_sweep(view, 0, 1.0f); }) == "");
  CHECK(too_serial({.threads = 256, .blocks = 2.5}, [&] { solve(view, 1.0f, 0.05f); }) == "");
}
