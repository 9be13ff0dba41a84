// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 5a1cf698aec0a7ecf3ea4a3d712c6d1a7e993ef3]
#include <cmath>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/matrix.cuh"

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }
__device__ std::size_t my_z() { return std::size_t{blockIdx.z} * blockDim.z + threadIdx.z; }

// The number of pieces of `size` that cover n.
unsigned pieces(std::size_t n, std::size_t size) {
  return static_cast<unsigned>((n + size - 1) / size);
}

// Moves the points of one colour. Row 0, the lower edge, keeps its temperature.
__global__ void half_sweep_of_fin(weft::MatrixView<float> u, unsigned colour, float over,
                                  float loss) {
  const std::size_t row = my_y() + 1, column = 2 * my_x() + (row + colour) % 2;
  if (row >= u.rows() || column >= u.columns()) return;
  const bool top = row + 1 == u.rows(), right = column + 1 == u.columns();
  const std::size_t west = column > 0 ? column - 1 : 1;  // mirrored
  const std::size_t east = right ? column - 1 : column + 1;
  const std::size_t north = top ? row - 1 : row + 1;
  const float sum = (u(row, west) + u(row, east)) + (u(row - 1, column) + u(north, column));
  const float losing = static_cast<float>(top) + static_cast<float>(right);
  u(row, column) += over * (sum / (4 + loss * losing) - u(row, column));
}

constexpr double width = 0.6, height = 1.0, beta = 750.0 / 52;
const double pi = std::acos(-1.0);

// By separation of variables: cosines that fulfil the condition on the right, each multiplied by its
// decay from the lower edge to the top.
double by_series(double x, double y) {
  double sum = 0;
  for (int k = 0; k < 400; ++k) {
    double low = k * pi / width, high = (k + 0.5) * pi / width;  // between them, b tan(b w) = beta
    for (int halving = 0; halving < 60; ++halving) {
      const double b = (low + high) / 2;
      (b * std::tan(b * width) > beta ? high : low) = b;
    }
    const double b = low, s = std::sin(b * width), c = std::cos(b * width);
    const auto falls = [b](double at) {
      return std::exp(-b * at) * (1 + beta / b) + std::exp(-b * (2 * height - at)) * (1 - beta / b);
    };
    sum += 200 * s / (b * width + s * c) * std::cos(b * x) * falls(y) / falls(0);
  }
  return sum;
}

// The temperature at the right side, 0.2 m above the lower edge, with n intervals per 0.2 m.
double fin(std::size_t n) {
  const std::size_t rows = 5 * n + 1, columns = 3 * n + 1;
  const double h = 0.2 / static_cast<double>(n);
  const auto over = static_cast<float>(2 / (1 + std::sin(pi * h / 2)));
  std::vector<float> start(rows * columns);
  for (std::size_t column = 0; column < columns; ++column) start[column] = 100;
  weft::Matrix<float> u(rows, columns, start);
  const dim3 block(32, 4), grid(pieces(columns, 64), pieces(rows, 4));
  for (std::size_t sweep = 0; sweep < 40 * n; ++sweep)
    for (const unsigned colour : {0u, 1u})
      half_sweep_of_fin<<<grid, block>>>(u.view(), colour, over, static_cast<float>(2 * h * beta));
  weft::check(cudaGetLastError());
  return u.to_host()[n * columns + columns - 1];
}

TEST_CASE("the temperature agrees with the published answer, and converges with order 2 to the series") {
  const double truth = by_series(width, 0.2);
  CHECK(std::round(10 * truth) == 183);
  double before = 0;
  std::puts("intervals per 0.2 m | °C | error");
  for (const std::size_t n : {4, 8, 16}) {
    const double found = fin(n), off = found - truth;
    std::printf("%zu | %.3f | %.3f\n", n, found, off);
    if (n > 4) CHECK(before / off > 3.5);
    if (n > 4) CHECK(before / off < 4.8);
    before = off;
  }
  CHECK(std::round(10 * (truth + before)) == 183);
}
