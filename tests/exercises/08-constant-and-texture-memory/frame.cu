#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "08-constant-and-texture-memory/frame.hpp"

using Pixels = std::vector<unsigned char>;

std::string difference(const Pixels& got, const Pixels& wanted) {
  return ::difference(std::vector<int>(got.begin(), got.end()), std::vector<int>(wanted.begin(), wanted.end()));
}

Pixels noise(int rows, int columns) {
  std::mt19937 numbers(8);
  Pixels pixels(static_cast<std::size_t>(rows * columns));
  for (unsigned char& pixel : pixels) pixel = static_cast<unsigned char>(numbers() >> 24);
  return pixels;
}

Pixels expected(const Pixels& picture, int rows, int columns, int radius) {
  Pixels result;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      int count = 0;
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c)
          if (std::abs(r - row) <= radius && std::abs(c - column) <= radius) sum += picture[static_cast<std::size_t>(r * columns + c)], ++count;
      result.push_back(static_cast<unsigned char>(std::floor(sum / count + 0.5)));
    }
  return result;
}

Pixels blurred(const Pixels& picture, int rows, int columns, int radius, dim3 block = dim3(16, 4)) {
  DeviceArray<unsigned char> input(picture), result(picture.size());
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  const auto height = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
  blur<<<grid, block>>>(weft::MatrixView<const unsigned char>(input.data(), height, width), radius,
                        weft::MatrixView<unsigned char>(result.data(), height, width));
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(result.written_around() == "");
  CHECK(difference(input.read(), picture) == "");
  return result.read();
}

void expect_blurred(const Pixels& picture, int rows, int columns, int radius) {
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(radius);
  CHECK(difference(blurred(picture, rows, columns, radius), expected(picture, rows, columns, radius)) == "");
}

TEST_CASE("pictures of any shape are blurred up to the border") {
  for (const auto& [rows, columns] : {std::pair{5, 7}, {1, 40}, {40, 1}, {31, 33}, {17, 64}})
    for (const int radius : {1, 2, 3}) expect_blurred(noise(rows, columns), rows, columns, radius);
}

TEST_CASE("a radius of 0 changes nothing") { expect_blurred(noise(9, 21), 9, 21, 0); }

TEST_CASE("the radius may be larger than the picture") {
  expect_blurred(noise(1, 1), 1, 1, 5);
  expect_blurred(noise(3, 5), 3, 5, 9);
}

TEST_CASE("a bright picture stays bright, in its corners too") {
  const Pixels white(13 * 19, 255);
  CHECK(difference(blurred(white, 13, 19, 3), white) == "");
}

TEST_CASE("halves are rounded upwards") {
  CHECK(difference(blurred({0, 1}, 1, 2, 1), Pixels{1, 1}) == "");
  CHECK(difference(blurred({0, 1, 0, 0}, 1, 4, 1), Pixels{1, 0, 0, 0}) == "");
}

TEST_CASE("blocks may be of any shape") {
  const Pixels picture = noise(21, 35);
  CHECK(difference(blurred(picture, 21, 35, 2, dim3(5, 7)), expected(picture, 21, 35, 2)) == "");
}

#ifdef __LOOM__
TEST_CASE("the threads of a warp store their pixels together") {
  const auto seen = loom::observe([] { blurred(noise(32, 32), 32, 32, 1); });
  CHECK(seen.global_stores.requests <= 2 * 32 * 32 / 32);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 500, .blocks = 12}, [] { blurred(noise(32, 32), 32, 32, 1); }) == "");
}
