#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "08-constant-and-texture-memory/resize.hpp"

using Pixels = std::vector<unsigned char>;

std::string difference(const Pixels& got, const Pixels& wanted) {
  return ::difference(std::vector<int>(got.begin(), got.end()), std::vector<int>(wanted.begin(), wanted.end()));
}

Grey noise(std::size_t rows, std::size_t columns) {
  Grey picture{rows, columns, {}};
  for (const int value : random_values<int>(rows * columns, 5)) picture.pixels.push_back(static_cast<unsigned char>(value + 1000));
  return picture;
}

// The same on the host, in double.
double between(const Grey& picture, double x, double y) {
  const auto pixel = [&](double row, double column) {
    const double r = std::clamp(row, 0.0, static_cast<double>(picture.rows) - 1), c = std::clamp(column, 0.0, static_cast<double>(picture.columns) - 1);
    return static_cast<double>(picture.pixels[static_cast<std::size_t>(r) * picture.columns + static_cast<std::size_t>(c)]);
  };
  const double left = std::floor(x - 0.5), top = std::floor(y - 0.5), to_right = x - 0.5 - left, down = y - 0.5 - top;
  return (1 - down) * ((1 - to_right) * pixel(top, left) + to_right * pixel(top, left + 1)) +
         down * ((1 - to_right) * pixel(top + 1, left) + to_right * pixel(top + 1, left + 1));
}

// The largest error of the filter's 256ths, in both directions, and the last rounding.
void expect_resized(const Grey& picture, std::size_t rows, std::size_t columns, double tolerance = 1.5) {
  const Grey result = resized(picture, rows, columns);
  CAPTURE(picture.rows);
  CAPTURE(picture.columns);
  CAPTURE(rows);
  CAPTURE(columns);
  REQUIRE(result.pixels.size() == rows * columns);
  double worst = 0;
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      const double x = (static_cast<double>(c) + 0.5) / static_cast<double>(columns) * static_cast<double>(picture.columns);
      const double y = (static_cast<double>(r) + 0.5) / static_cast<double>(rows) * static_cast<double>(picture.rows);
      worst = std::max(worst, std::abs(result.pixels[r * columns + c] - between(picture, x, y)));
    }
  CHECK(worst <= tolerance);
}

TEST_CASE("in its own size a picture stays as it is") {
  for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{1, 1}, {3, 5}, {31, 70}, {8, 64}, {9, 33}}) {
    const Grey picture = noise(rows, columns);
    CHECK(difference(resized(picture, rows, columns).pixels, picture.pixels) == "");
  }
}

TEST_CASE("a uniform grey stays uniform in any size, up to the border") {
  for (const unsigned char grey : {1, 128, 255}) {
    const Grey even{5, 7, Pixels(35, grey)};
    CHECK(difference(resized(even, 33, 9).pixels, Pixels(33 * 9, grey)) == "");
  }
}

TEST_CASE("larger, smaller, and out of proportion") {
  expect_resized(noise(8, 6), 24, 18);
  expect_resized(noise(40, 30), 10, 15);
  expect_resized(noise(5, 64), 64, 5);
  expect_resized(noise(1, 9), 7, 3);
}

TEST_CASE("between two pixels the result lies between their values") {
  const Grey step{1, 2, {0, 200}};
  CHECK(difference(resized(step, 1, 4).pixels, Pixels{0, 50, 150, 200}) == "");
}

TEST_CASE("the kernel writes only to its picture, with a grid that is too large") {
  const Grey picture = noise(6, 10);
  const weft::Array array = weft::make_array(picture.rows, picture.columns, picture.pixels);
  cudaTextureDesc how = weft::reading(cudaFilterModeLinear, cudaAddressModeClamp, true);
  how.readMode = cudaReadModeNormalizedFloat;
  const weft::Texture texture = weft::make_texture(weft::texels_in(array), how);
  DeviceArray<unsigned char> result(6 * 10);
  sample<<<dim3(2, 3), dim3(16, 8)>>>(texture.object(), {result.data(), 6, 10});
  require_success(cudaDeviceSynchronize());
  CHECK(difference(result.read(), picture.pixels) == "");
  CHECK(result.written_around() == "");
}

#ifdef __LOOM__
TEST_CASE("the picture is read through a texture, by a kernel") {
  const auto before = *launches_seen();
  const auto seen = loom::observe([] { resized(noise(20, 20), 30, 30); });
  CHECK(*launches_seen() > before);
  CHECK(seen.global_loads.requests == 0);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  const Grey picture = noise(20, 20);
  CHECK(too_serial({.threads = 500, .blocks = 2.5, .stored = 120 * 100}, [&] { resized(picture, 120, 100); }) == "");
}
