// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 008380b10296a5b62f859b7fda21f6cebc33c435]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/light.cuh"

using Vec = weft::Vec<float>;
using weft::Camera;

// Four large spheres, and a circle of small ones around them.
inline std::vector<weft::Sphere> balls() {
  std::vector<weft::Sphere> spheres = {
      {{0, 1.2f, 0}, 1.2f, {0.95f, 0.93f, 0.88f}, 0.9f, 0},
      {{-2.3f, 0.9f, 0.6f}, 0.9f, {0.85f, 0.2f, 0.15f}, 0.12f, 0},
      {{2.2f, 0.8f, 0.9f}, 0.8f, {0.15f, 0.35f, 0.8f}, 0.12f, 0},
      {{0.75f, 0.75f, 2.3f}, 0.75f, {0.75f, 0.95f, 0.85f}, 0, 0.88f},
      {{-0.95f, 0.55f, 2.2f}, 0.55f, {0.98f, 0.75f, 0.3f}, 0, 0.8f}};
  for (int i = 0; i < 18; ++i) {
    const float turn = 6.2831853f * i / 18, radius = i % 3 == 0 ? 0.34f : 0.24f;
    const float part = (1 + std::sin(turn)) / 2;
    spheres.push_back({{3.6f * std::cos(turn), radius, 3.6f * std::sin(turn)}, radius,
                       {0.25f + 0.6f * part, 0.65f - 0.25f * part, 0.85f - 0.6f * part},
                       i % 3 == 0 ? 0.4f : 0.05f, 0});
  }
  return spheres;
}

inline weft::Camera portrait_camera() {
  return weft::look_at({1.2f, 2.6f, 8.2f}, {0, 0.85f, 0}, 0.96f, 0.72f);
}

inline weft::Vec<float> sun_of_portrait() {
  return weft::unit(weft::Vec<float>{-0.55f, 0.75f, 0.5f});
}

__global__ void paint_lit(Camera camera, Vec sun, float off, weft::MatrixView<Vec> canvas) {
  const unsigned row = weft::my_row(), column = weft::my_column();
  if (row >= canvas.rows() || column >= canvas.columns()) return;
  const auto ray = weft::ray_through<float>(camera, (column + 0.5f) / canvas.columns(),
                                            (row + 0.5f) / canvas.rows());
  const auto hit = weft::first_hit(weft::scene, ray);
  Vec colour = {0.55f, 0.7f, 0.9f};
  if (hit.what != weft::nothing)
    colour = weft::lit(weft::scene, weft::surface_at(weft::scene, ray, hit), sun, off);
  canvas(row, column) = colour;
}

std::vector<Vec> painted(const Camera& camera, Vec sun, float off, int rows, int columns) {
  weft::Matrix<Vec> canvas(rows, columns);
  paint_lit<<<weft::blocks_over_pixels(rows, columns), weft::pixel_block>>>(camera, sun, off,
                                                                            canvas.view());
  weft::check(cudaGetLastError());
  return canvas.to_host();
}

TEST_CASE("the brightness of a surface is the cosine of the angle to the sun") {
  const weft::Scene empty{};
  const auto light = [&](Vec normal) {
    const weft::Surface<float> one{{0, 0, 0}, normal, {1, 1, 1}, 0, 0};
    return weft::lit(empty, one, {1, 0, 0}).x - weft::lit(empty, one, {-1, 0, 0}).x;
  };
  CHECK(light({1, 0, 0}) == doctest::Approx(1));
  CHECK(light({0.6f, 0, 0.8f}) == doctest::Approx(0.6f));
  CHECK(light({0, 0, 1}) == 0);
}

TEST_CASE("at noon a sphere shades a disc of its own radius, and a clear one half as much") {
  for (const float clear : {0.0f, 0.5f}) {
    const weft::Scene scene = weft::make_scene({{{1, 5, 2}, 0.75f, {1, 1, 1}, 0, clear}});
    for (int i = -100; i <= 100; ++i) {
      const float x = i / 64.0f;
      const float expected = std::abs(x) < 0.75f ? clear : 1;
      CHECK(weft::sunlight<float>(scene, {1 + x, 0, 2}, {0, 1, 0}) == expected);
    }
  }
}

TEST_CASE("a ray that leaves a surface without a step off it meets that surface") {
  constexpr int rows = 120, columns = 120;
  const weft::Scene one = weft::make_scene({{{0, 5, 0}, 1, {1, 1, 1}, 0, 0}});
  const Camera camera = weft::look_at({0, 5, 4}, {0, 5, 0}, 0.6f, 0.6f);
  const Vec sun = weft::unit(Vec{0.3f, 0.5f, 0.8f});
  const auto dark_pixels = [&](float off) {
    const std::vector<Vec> colours = painted(camera, sun, off, rows, columns);
    int lit = 0, dark = 0;
    for (int i = 0; i < rows * columns; ++i) {
      const auto ray = weft::ray_through(camera, (i % columns + 0.5f) / columns,
                                         (i / columns + 0.5f) / rows);
      const auto hit = weft::first_hit(one, ray);
      if (hit.what != 0) continue;
      const float facing = dot(weft::surface_at(one, ray, hit).normal, sun);
      if (facing < 0.2f) continue;
      ++lit;
      dark += colours[i].x < 0.2f + facing;  // less than the sky and the sun together
    }
    return std::pair{dark, lit};
  };
  const auto [without, lit] = dark_pixels(0);
  const auto [with, again] = dark_pixels(weft::step_off);
  CHECK(lit == again);
  CHECK(with == 0);
  CHECK(without > lit / 10);
  std::printf("of %d pixels in the sun, too dark: %d %% without a step, %d with it\n", lit,
              100 * without / lit, with);
}

TEST_CASE("the spheres with light and shadow") {
  constexpr int rows = 240, columns = 320;
  weft::make_scene(balls());
  const auto colours = painted(portrait_camera(), sun_of_portrait(), weft::step_off, rows, columns);
  std::vector<uchar3> bytes;
  for (const Vec colour : colours) bytes.push_back(weft::to_bytes(colour));
  weft::write_picture("lit.ppm", weft::Picture<uchar3>{rows, columns, bytes});
  CHECK(std::all_of(colours.begin(), colours.end(), [](Vec c) { return c.x > 0 && c.x < 2; }));
}
