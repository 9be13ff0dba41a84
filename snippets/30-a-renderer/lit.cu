// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 65c7a8bfc875967ecafaa17c6c036b5eb3492aeb]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/light.cuh"

using Vec = weft::Vec<float>;
using weft::Camera;

// Five large spheres, and a circle of small ones around them.
inline std::vector<weft::Sphere> large_balls() {
  return {{{0, 1.2f, 0}, 1.2f, {0.95f, 0.93f, 0.88f}, 0.9f, 0},
          {{-2.3f, 0.9f, 0.6f}, 0.9f, {0.85f, 0.2f, 0.15f}, 0.12f, 0},
          {{2.2f, 0.8f, 0.9f}, 0.8f, {0.15f, 0.35f, 0.8f}, 0.12f, 0},
          {{0.75f, 0.75f, 2.3f}, 0.75f, {0.75f, 0.95f, 0.85f}, 0, 0.88f},
          {{-0.95f, 0.55f, 2.2f}, 0.55f, {0.98f, 0.75f, 0.3f}, 0, 0.8f}};
}

inline std::vector<weft::Sphere> balls() {
  std::vector<weft::Sphere> spheres = large_balls();
  for (int i = 0; i < 12; ++i) {
    const float angle = 6.2831853f * i / 12, radius = i % 3 == 0 ? 0.36f : 0.26f;
    const float part = (1 + std::sin(angle)) / 2;
    spheres.push_back({{3.6f * std::cos(angle), radius, 3.6f * std::sin(angle)}, radius,
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

template <class T>
__host__ __device__ weft::Vec<T> seen_along(const weft::Scene& scene, const weft::Ray<T>& ray,
                                            weft::Vec<T> sun, weft::Number<T> off) {
  const auto hit = weft::first_hit(scene, ray);
  if (hit.what == weft::nothing) return {T(0.55), T(0.7), T(0.9)};
  return weft::lit(scene, weft::surface_at(scene, ray, hit), sun, off);
}

__global__ void paint_lit(Camera camera, weft::Size picture, Vec sun, float off,
                          weft::MatrixView<Vec> canvas) {
  const unsigned row = weft::my_row(), column = weft::my_column();
  if (row >= picture.rows || column >= picture.columns) return;
  const auto ray = weft::ray_of_pixel<float>(camera, picture, row, column);
  canvas(row, column) = seen_along(weft::constant_scene, ray, sun, off);
}

std::vector<Vec> painted(const Camera& camera, weft::Size picture, Vec sun, float off) {
  weft::Matrix<Vec> canvas(picture.rows, picture.columns);
  paint_lit<<<weft::blocks_over(picture), weft::pixel_block>>>(camera, picture, sun, off,
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

TEST_CASE("with the sun at the zenith a sphere shades a disc of its own radius, and a clear one half as much") {
  for (const float clear : {0.0f, 0.5f}) {
    const weft::Scene scene = weft::scene_of({{{1, 5, 2}, 0.75f, {1, 1, 1}, 0, clear}});
    for (int i = -100; i <= 100; ++i) {
      const float x = i / 64.0f;
      const float expected = std::abs(x) < 0.75f ? clear : 1;
      CHECK(weft::sunlight<float>(scene, {1 + x, 0, 2}, {0, 1, 0}) == expected);
    }
  }
}

TEST_CASE("a ray that leaves a surface without a step off it meets that surface") {
  constexpr weft::Size picture{120, 120};
  const weft::Scene one = weft::make_scene({{{0, 5, 0}, 1, {0.9f, 0.85f, 0.8f}, 0, 0}});
  const Camera camera = weft::look_at({0, 5, 4}, {0, 5, 0}, 0.6f, 0.6f);
  const Vec sun = weft::unit(Vec{0.3f, 0.5f, 0.8f});
  const auto without = painted(camera, picture, sun, 0);
  const auto with = painted(camera, picture, sun, weft::step_off);
  int lit = 0, dark_without = 0, dark_with = 0;
  for (unsigned i = 0; i < with.size(); ++i) {
    const auto ray = weft::ray_of_pixel<float>(camera, picture, i / picture.columns,
                                               i % picture.columns);
    const auto hit = weft::first_hit(one, ray);
    if (hit.what != 0) continue;
    const float facing = dot(weft::surface_at(one, ray, hit).normal, sun);
    if (facing < 0.2f) continue;
    ++lit;
    // Less than the sun and the least light of the sky together.
    dark_without += without[i].x < 0.9f * (0.2f + facing);
    dark_with += with[i].x < 0.9f * (0.2f + facing);
  }
  CHECK(dark_with == 0);
  CHECK(std::abs(2 * dark_without - lit) < lit / 5);  // about half
  std::printf("of %d pixels in the sun, too dark: %d %% without a step, %d with it\n", lit,
              100 * dark_without / lit, dark_with);

  std::vector<uchar3> both;
  for (unsigned row = 0; row < picture.rows; ++row)
    for (const auto* colours : {&without, &with})
      for (unsigned column = 0; column < picture.columns; ++column)
        both.push_back(weft::to_bytes((*colours)[row * picture.columns + column]));
  weft::write_picture("acne.ppm", weft::Picture<uchar3>{picture.rows, 2 * picture.columns, both});
}

bool nearly(uchar3 p, uchar3 q, int steps) {
  return std::abs(p.x - q.x) <= steps && std::abs(p.y - q.y) <= steps &&
         std::abs(p.z - q.z) <= steps;
}

TEST_CASE("light and shadow on the device are those of doubles on the host, except at edges") {
  constexpr weft::Size picture{240, 320};
  const weft::Scene scene = weft::make_scene(balls());
  const Camera camera = portrait_camera();
  const Vec sun = sun_of_portrait();
  std::vector<uchar3> pixels;
  for (const Vec colour : painted(camera, picture, sun, weft::step_off))
    pixels.push_back(weft::to_bytes(colour));
  weft::write_picture("lit.ppm", weft::Picture<uchar3>{picture.rows, picture.columns, pixels});
  std::size_t compared = 0, differ = 0;
  for (unsigned i = 0; i < pixels.size(); i += 7, ++compared) {
    const auto ray = weft::ray_of_pixel<double>(camera, picture, i / picture.columns,
                                                i % picture.columns);
    const auto expected = seen_along(scene, ray, weft::as<double>(sun), weft::step_off);
    differ += !nearly(pixels[i], weft::to_bytes(expected), 2);
  }
  CHECK(differ <= compared / 500);
}
