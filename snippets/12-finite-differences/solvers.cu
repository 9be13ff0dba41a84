// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 d5eef1a7c8376433a7e1cddb61a6713c1fcf92e9]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <utility>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }
__device__ std::size_t my_z() { return std::size_t{blockIdx.z} * blockDim.z + threadIdx.z; }

// The number of pieces of `size` that cover n.
unsigned pieces(std::size_t n, std::size_t size) {
  return static_cast<unsigned>((n + size - 1) / size);
}

using From = weft::MatrixView<const float>;
using To = weft::MatrixView<float>;

__host__ __device__ float next(float here, float west, float east, float north, float south,
                               float r) {
  return here + r * ((west + east) + (north + south) - 4 * here);
}

// One step of time. The rim keeps its temperature.
__global__ void heat(From from, To to, float r) {
  const std::size_t row = my_y(), column = my_x();
  if (row >= to.rows() || column >= to.columns()) return;
  const float here = from(row, column);
  const bool rim = row == 0 || row + 1 == to.rows() || column == 0 || column + 1 == to.columns();
  to(row, column) = rim ? here
                        : next(here, from(row, column - 1), from(row, column + 1),
                               from(row - 1, column), from(row + 1, column), r);
}

// Moves the points of one colour towards the mean of their neighbours, by `over` times the distance.
__global__ void half_sweep(weft::MatrixView<float> plate, unsigned colour, float over) {
  const std::size_t row = my_y() + 1;
  const std::size_t column = 2 * my_x() + 1 + (row + colour) % 2;
  if (row + 1 >= plate.rows() || column + 1 >= plate.columns()) return;
  const float mean = ((plate(row, column - 1) + plate(row, column + 1)) +
                      (plate(row - 1, column) + plate(row + 1, column))) *
                     0.25f;
  plate(row, column) += over * (mean - plate(row, column));
}

using History = std::vector<double>;  // the largest error after 0, 1, 2, … sweeps

// The solution is 0. We begin with a wave and sweep until a millionth of it is left.
template <class Sweep>
History errors(std::size_t n, Sweep sweep) {
  const std::size_t side = n + 1;
  const double pi = std::acos(-1.0);
  std::vector<float> start(side * side);
  for (std::size_t row = 1; row < n; ++row)
    for (std::size_t column = 1; column < n; ++column)
      start[row * side + column] = static_cast<float>(std::sin(pi * row / n) *
                                                      std::sin(pi * column / n));
  weft::Matrix<float> now(side, side, start), then(side, side, start);
  History history;
  for (;;) {
    float largest = 0;
    for (const float error : now.to_host()) largest = std::max(largest, std::abs(error));
    history.push_back(largest / *std::max_element(start.begin(), start.end()));
    if (history.back() <= 1e-6) return history;
    sweep(now, then);
  }
}

void jacobi(weft::Matrix<float>& now, weft::Matrix<float>& then) {
  const dim3 block(32, 8), grid(pieces(now.columns(), 32), pieces(now.rows(), 8));
  heat<<<grid, block>>>(std::as_const(now).view(), then.view(), 0.25f);
  weft::check(cudaGetLastError());
  std::swap(now, then);
}

void red_black(weft::Matrix<float>& plate, float over) {
  const dim3 block(32, 8), grid(pieces(plate.columns(), 64), pieces(plate.rows(), 8));
  for (const unsigned colour : {0u, 1u}) half_sweep<<<grid, block>>>(plate.view(), colour, over);
  weft::check(cudaGetLastError());
}

struct Sweeps {
  History jacobi_, seidel, sor;
};

Sweeps three_ways(std::size_t n) {
  const double pi = std::acos(-1.0);
  const float best = static_cast<float>(2 / (1 + std::sin(pi / n)));
  return {errors(n, jacobi),
          errors(n, [](auto& now, auto&) { red_black(now, 1.0f); }),
          errors(n, [best](auto& now, auto&) { red_black(now, best); })};
}

TEST_CASE("Jacobi takes the sweeps that the cosine predicts, red and black half, SOR a few") {
  const Sweeps coarse = three_ways(12), fine = three_ways(24);
  const auto sweeps = [](const History& history) { return 1.0 * history.size() - 1; };
  const double predicted = std::log(1e-6) / std::log(std::cos(std::acos(-1.0) / 24));
  CHECK(sweeps(fine.jacobi_) == doctest::Approx(predicted).epsilon(0.01));
  CHECK(sweeps(fine.jacobi_) / sweeps(fine.seidel) == doctest::Approx(2).epsilon(0.02));
  CHECK(sweeps(fine.jacobi_) / sweeps(coarse.jacobi_) == doctest::Approx(4).epsilon(0.05));
  CHECK(sweeps(fine.sor) / sweeps(coarse.sor) == doctest::Approx(2).epsilon(0.15));
  std::puts("intervals | Jacobi | red and black | SOR");
  for (const auto& [n, found] : {std::pair{12, coarse}, std::pair{24, fine}})
    std::printf("%d | %.0f | %.0f | %.0f\n", n, sweeps(found.jacobi_), sweeps(found.seidel),
                sweeps(found.sor));
  std::ofstream file("solver-errors.txt");
  for (const History& history : {fine.jacobi_, fine.seidel, fine.sor}) {
    for (const double error : history) file << error << ' ';
    file << '\n';
  }
}

TEST_CASE("two half sweeps store every sector twice, half filled each time") {
  weft::Matrix<float> now(66, 256, std::vector<float>(66 * 256, 1.0f));
  weft::Matrix<float> then(66, 256, std::vector<float>(66 * 256));
  const auto once = loom::observe([&] { jacobi(now, then); });
  const auto halves = loom::observe([&] { red_black(now, 1.0f); });
  CHECK(once.global_stores.bytes_per_sector() == 32);
  CHECK(halves.global_stores.bytes_per_sector() <= 16);
  CHECK(halves.global_stores.bytes_per_sector() > 15);
  CHECK(halves.global_stores.sectors == doctest::Approx(2 * once.global_stores.sectors).epsilon(0.05));
}
