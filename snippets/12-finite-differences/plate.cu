// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 d6cd95bded6c156361b7b88451df165ccdc51e4d]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>

#include <doctest/doctest.h>

#include "common/picture.cuh"

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

constexpr dim3 block(32, 8);

// Two plates that are swapped after each step.
class Plate {
 public:
  Plate(std::size_t rows, std::size_t columns, const std::vector<float>& start)
      : now_(rows, columns, start),
        then_(rows, columns, std::vector<float>(rows * columns, NAN)) {}

  void step(float r) {
    const dim3 grid(pieces(now_.columns(), block.x), pieces(now_.rows(), block.y));
    heat<<<grid, block>>>(std::as_const(now_).view(), then_.view(), r);
    weft::check(cudaGetLastError());
    std::swap(now_, then_);
  }
  std::vector<float> after(unsigned steps, float r) {
    for (unsigned i = 0; i < steps; ++i) step(r);
    return now_.to_host();
  }

 private:
  weft::Matrix<float> now_, then_;
};

std::vector<float> random_numbers(std::size_t count) {
  std::mt19937 bits(7);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-24f;
  return numbers;
}

std::vector<float> host_step(std::size_t rows, std::size_t columns, const std::vector<float>& u,
                             float r) {
  std::vector<float> after = u;
  for (std::size_t i = 1; i + 1 < rows; ++i)
    for (std::size_t k = i * columns + 1; k + 1 < (i + 1) * columns; ++k)
      after[k] = next(u[k], u[k - 1], u[k + 1], u[k - columns], u[k + columns], r);
  return after;
}

TEST_CASE("three steps give the host's numbers, bit for bit, whatever the shape") {
  using Shape = std::array<std::size_t, 2>;
  for (const auto& [rows, columns] :
       {Shape{1, 1}, Shape{1, 7}, Shape{2, 300}, Shape{3, 3}, Shape{37, 53}, Shape{9, 257}}) {
    std::vector<float> expected = random_numbers(rows * columns);
    Plate plate(rows, columns, expected);
    for (int i = 0; i < 3; ++i) expected = host_step(rows, columns, expected, 0.125f);
    CHECK(plate.after(3, 0.125f) == expected);
  }
}

constexpr std::size_t n = 32, side = n + 1;
const double pi = std::acos(-1.0);

std::vector<float> wave(unsigned k) {
  std::vector<float> values;
  for (std::size_t i = 0; i < side * side; ++i)
    values.push_back(static_cast<float>(std::sin(pi * k * (i / side) / n) *
                                        std::sin(pi * k * (i % side) / n)));
  return values;
}

double height_after(unsigned steps, unsigned k, float r) {
  return std::pow(1 - 8 * r * std::pow(std::sin(pi * k / (2 * n)), 2), steps);
}

// The largest difference between wave k after some steps and the height it should have.
double off(unsigned steps, unsigned k, float r) {
  const double height = height_after(steps, k, r);
  const std::vector<float> start = wave(k), end = Plate(side, side, start).after(steps, r);
  double largest = 0;
  for (std::size_t i = 0; i < end.size(); ++i)
    largest = std::max(largest, std::abs(end[i] - height * start[i]));
  return largest;
}

TEST_CASE("each step multiplies a wave by its eigenvalue") {
  CHECK(off(100, 1, 0.125f) < 1e-5);
  CHECK(off(10, 8, 0.125f) < 1e-5);
  std::printf("after 100 steps, %.3f of the smoothest wave is left\n", height_after(100, 1, 0.125f));
  std::printf("after 10 steps, %.3f of a wave eight times as rough\n", height_after(10, 8, 0.125f));
}

TEST_CASE("no point gets hotter than the hottest point was") {
  const std::vector<float> start = random_numbers(37 * 53);
  const std::vector<float> end = Plate(37, 53, start).after(40, 0.25f);
  CHECK(*std::max_element(end.begin(), end.end()) <= *std::max_element(start.begin(), start.end()));
}

TEST_CASE("with r = 1/2, each step triples the roughest wave") {
  const double height = height_after(10, n - 1, 0.5f);
  CHECK(off(10, n - 1, 0.5f) < 1e-3 * height);
  std::printf("after 10 steps with r = 1/2, the roughest wave is %.0f times as high\n", height);
}

// A hot W: the points near one of four lines.
std::vector<float> letter(std::size_t rows, std::size_t columns) {
  const double corners[] = {20, 45, 75, 105, 130};
  std::vector<float> plate(rows * columns);
  for (std::size_t i = 0; i < plate.size(); ++i) {
    const double y = static_cast<double>(i / columns), x = static_cast<double>(i % columns);
    const double height = (y - 20) / 80;  // 0 at the top of the letter, 1 at its bottom
    for (int line = 0; line < 4 && height >= 0 && height <= 1; ++line) {
      const double along = line % 2 == 0 ? height : 1 - height;
      const double middle = corners[line] + along * (corners[line + 1] - corners[line]);
      if (std::abs(x - middle) < 5) plate[i] = 1;
    }
  }
  return plate;
}

// From black through red and yellow to white.
uchar3 glow(float heat) {
  const auto part = [heat](float from) {
    return static_cast<unsigned char>(std::clamp(3 * heat - from, 0.0f, 1.0f) * 255);
  };
  return {part(0), part(1), part(2)};
}

TEST_CASE("a hot letter fades") {
  constexpr std::size_t rows = 120, columns = 150, gap = 6, frames = 4;
  weft::Picture<uchar3> film{rows, frames * (columns + gap) - gap, {}};
  film.pixels.assign(film.rows * film.columns, uchar3{255, 255, 255});
  Plate plate(rows, columns, letter(rows, columns));
  float hottest = 2;
  unsigned done = 0;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const unsigned steps = frame == 0 ? 0 : 15u << 2 * frame;
    const std::vector<float> now = plate.after(steps - done, 0.125f);
    done = steps;
    for (std::size_t i = 0; i < now.size(); ++i)
      film.pixels[i / columns * film.columns + frame * (columns + gap) + i % columns] = glow(now[i]);
    const float highest = *std::max_element(now.begin(), now.end());
    CHECK(highest < hottest);
    hottest = highest;
    std::printf("after %3u steps the hottest point is at %.3f\n", steps, hottest);
  }
  weft::write_picture("letter.ppm", film);
}
