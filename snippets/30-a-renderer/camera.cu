// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 e253806c029cb9f078944b0f167b8b461db9784f]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/rays.cuh"

using Vec = weft::Vec<float>;
using Ray = weft::Ray<float>;
using weft::Camera, weft::Sphere;

TEST_CASE("the rays of the centre and of the corners") {
  const Camera camera = weft::look_at({0, 0, 0}, {0, 0, -2}, 2, 1);
  const auto same = [](Vec a, Vec b) { return dot(a - b, a - b) < 1e-12f; };
  const auto along = [&](float x, float y) { return weft::ray_through(camera, x, y).along; };
  CHECK(same(along(0.5f, 0.5f), {0, 0, -1}));
  CHECK(same(along(0, 0), weft::unit(Vec{-1, 0.5f, -1})));
  CHECK(same(along(1, 0), weft::unit(Vec{1, 0.5f, -1})));
  CHECK(same(along(0, 1), weft::unit(Vec{-1, -0.5f, -1})));
  CHECK(same(along(1, 1), weft::unit(Vec{1, -0.5f, -1})));
  const Camera elsewhere = weft::look_at({3, 5, 7}, {-1, 0, 2}, 1.3f, 0.7f);
  float worst = 0;
  for (int i = 0; i <= 100; ++i)
    for (int j = 0; j <= 100; ++j) {
      const Vec one = weft::ray_through(elsewhere, i / 100.0f, j / 100.0f).along;
      worst = std::max(worst, std::abs(dot(one, one) - 1));
    }
  CHECK(worst < 4e-7f);
}

TEST_CASE("a ray meets a sphere in front of it, from outside and from inside") {
  const Sphere sphere{{0, 0, -5}, 2, {}, 0, 0};
  CHECK(weft::distance_to(sphere, Ray{{0, 0, 0}, {0, 0, -1}}) == 3);
  CHECK(weft::distance_to(sphere, Ray{{0, 0, -4}, {0, 0, -1}}) == 3);
  CHECK(weft::distance_to(sphere, Ray{{0, 0, 0}, {0, 0, 1}}) == INFINITY);
  CHECK(weft::distance_to(sphere, Ray{{0, 2.5f, 0}, {0, 0, -1}}) == INFINITY);
}

float by_textbook(const Sphere& sphere, const Ray& ray) {
  const Vec to = sphere.centre - ray.from;
  const float b = dot(to, ray.along), c = dot(to, to) - sphere.radius * sphere.radius;
  const float rest = b * b - c;
  return rest > 0 ? b - std::sqrt(rest) : INFINITY;
}

TEST_CASE("a sphere of radius 1 at a distance of 5,000") {
  const Sphere sphere{{3000, 0, -4000}, 1, {}, 0, 0};
  int rays = 0, wrong_textbook = 0, wrong = 0;
  const Camera camera = weft::look_at({0, 0, 0}, sphere.centre, 4e-4f, 4e-4f);
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 64; ++column, ++rays) {
      const float x = (column + 0.5f) / 64, y = (row + 0.5f) / 64;
      const Ray ray = weft::ray_through(camera, x, y);
      const bool hits = (x - 0.5f) * (x - 0.5f) + (y - 0.5f) * (y - 0.5f) < 0.25f;
      wrong_textbook += hits != (by_textbook(sphere, ray) < INFINITY);
      wrong += hits != (weft::distance_to(sphere, ray) < INFINITY);
    }
  CHECK(wrong_textbook > rays / 5);
  CHECK(wrong < rays / 100);
  std::printf("of %d rays, b*b - c decides %d wrongly, the distance to the ray %d\n", rays,
              wrong_textbook, wrong);
}

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

__host__ __device__ uchar3 normal_as_colour(const weft::Scene& scene, const Ray& ray) {
  const auto hit = weft::first_hit(scene, ray);
  if (hit.what == weft::nothing) return {24, 26, 38};
  const Vec normal = weft::surface_at(scene, ray, hit).normal;
  const auto byte = [](float x) { return static_cast<unsigned char>(127.5f * x + 128); };
  return {byte(normal.x), byte(normal.y), byte(normal.z)};
}

__global__ void paint_normals(Camera camera, weft::MatrixView<uchar3> canvas) {
  const unsigned row = weft::my_row(), column = weft::my_column();
  if (row >= canvas.rows() || column >= canvas.columns()) return;
  const auto ray = weft::ray_through<float>(camera, (column + 0.5f) / canvas.columns(),
                                            (row + 0.5f) / canvas.rows());
  canvas(row, column) = normal_as_colour(weft::scene, ray);
}

TEST_CASE("normals on the device are those of the host, and the scene takes no global load") {
  constexpr int rows = 240, columns = 320;
  const weft::Scene scene = weft::make_scene(balls());
  const Camera camera = portrait_camera();
  weft::Matrix<uchar3> canvas(rows, columns);
  const auto seen = loom::observe([&] {
    paint_normals<<<weft::blocks_over_pixels(rows, columns), weft::pixel_block>>>(
        camera, canvas.view());
  });
  weft::check(cudaGetLastError());
  CHECK(seen.global_loads.requests == 0);
  const std::vector<uchar3> picture = canvas.to_host();
  int differ = 0;
  for (int i = 0; i < rows * columns; ++i) {
    const Ray ray = weft::ray_through(camera, (i % columns + 0.5f) / columns,
                                      (i / columns + 0.5f) / rows);
    const uchar3 expected = normal_as_colour(scene, ray), is = picture[i];
    differ += std::abs(is.x - expected.x) > 1 || std::abs(is.y - expected.y) > 1 ||
              std::abs(is.z - expected.z) > 1;
  }
  CHECK(differ < rows * columns / 1000);
  weft::write_picture("normals.ppm", weft::Picture<uchar3>{rows, columns, picture});
}
