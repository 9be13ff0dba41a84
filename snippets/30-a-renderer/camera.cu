// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 65f4b6877acaee2e069fe95370e701859c1a657c]
#include <cstdio>
#include <set>

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
  // The middle pixel of three, and the first of two.
  CHECK(same(weft::ray_of_pixel<float>(camera, {3, 2}, 1, 0).along,
             weft::unit(Vec{-0.5f, 0, -1})));
}

TEST_CASE("the direction of each ray has the length 1") {
  const Camera camera = weft::look_at({3, 5, 7}, {-1, 0, 2}, 1.3f, 0.7f);
  float worst = 0;
  for (int i = 0; i <= 100; ++i)
    for (int j = 0; j <= 100; ++j) {
      const Vec one = weft::ray_through(camera, i / 100.0f, j / 100.0f).along;
      worst = std::max(worst, std::abs(dot(one, one) - 1));
    }
  CHECK(worst < 4e-7f);
}

// The distances are b ± the root of this. If it is negative, the ray misses the sphere.
float rest_by_textbook(const Sphere& sphere, const Ray& ray) {
  const Vec m = sphere.centre - ray.from;
  const float b = dot(m, ray.along), c = dot(m, m) - sphere.radius * sphere.radius;
  return b * b - c;
}

TEST_CASE("for a sphere 5,000 radii away, b*b - c is wrong, and the perpendicular is right") {
  const Sphere sphere{{3000, 0, -4000}, 1, {}, 0, 0};
  int rays = 0, wrong_textbook = 0, wrong = 0;
  std::set<float> rests;
  const Camera camera = weft::look_at({0, 0, 0}, sphere.centre, 4e-4f, 4e-4f);
  for (unsigned row = 0; row < 64; ++row)
    for (unsigned column = 0; column < 64; ++column, ++rays) {
      const Ray ray = weft::ray_of_pixel<float>(camera, {64, 64}, row, column);
      const float x = (column + 0.5f) / 64 - 0.5f, y = (row + 0.5f) / 64 - 0.5f;
      const bool hits = x * x + y * y < 0.25f;
      const float rest = rest_by_textbook(sphere, ray);
      rests.insert(rest);
      wrong_textbook += hits != (rest > 0);
      wrong += hits != (weft::distance_to(sphere, ray) < INFINITY);
    }
  CHECK(wrong_textbook > rays / 5);
  CHECK(wrong < rays / 100);
  CHECK(rests.size() <= 3);
  std::printf("b*b - c takes %zu values, from %g to %g, and decides %d of %d rays wrongly\n",
              rests.size(), *rests.begin(), *rests.rbegin(), wrong_textbook, rays);
  std::printf("the distance to the ray decides %d wrongly\n", wrong);
}

TEST_CASE("a ray meets a sphere in front of it, from outside and from inside") {
  const Sphere sphere{{0, 0, -5}, 2, {}, 0, 0};
  CHECK(weft::distance_to(sphere, Ray{{0, 0, 0}, {0, 0, -1}}) == 3);
  CHECK(weft::distance_to(sphere, Ray{{0, 0, -4}, {0, 0, -1}}) == 3);
  CHECK(weft::distance_to(sphere, Ray{{0, 0, 0}, {0, 0, 1}}) == INFINITY);
  CHECK(weft::distance_to(sphere, Ray{{0, 2.5f, 0}, {0, 0, -1}}) == INFINITY);
}

TEST_CASE("of several things on a ray, the nearest is met, whatever their order") {
  weft::Scene three{};
  three.count = 3;
  for (int nearest = 0; nearest < 3; ++nearest) {
    for (int i = 0; i < 3; ++i)
      three.spheres[i] = {{0, 9, i == nearest ? -4.0f : -8.0f - i}, 1, {}, 0, 0};
    const auto hit = weft::first_hit(three, Ray{{0, 9, 0}, {0, 0, -1}});
    CHECK(hit.what == nearest);
    CHECK(hit.distance == 3);
  }
  CHECK(weft::first_hit(three, Ray{{0, 9, 0}, {0, 0, 1}}).what == weft::nothing);
  const auto below = weft::first_hit(three, Ray{{0, 9, 0}, {0, -1, 0}});
  CHECK(below.what == weft::ground);
  CHECK(below.distance == 9);
  const auto at_once = weft::first_hit(weft::Scene{}, Ray{{0, -0.001f, 0}, {0.6f, -0.8f, 0}});
  CHECK(at_once.what == weft::ground);
  CHECK(at_once.distance == 0);
}

TEST_CASE("a normal points to the side that the ray comes from") {
  const weft::Scene one = weft::scene_of({{{0, 5, 0}, 2, {}, 0, 0}});
  for (const float from : {5.0f, 0.0f}) {
    const Ray ray{{0, 5, from}, {0, 0, -1}};
    const Vec normal = weft::surface_at(one, ray, weft::first_hit(one, ray)).normal;
    CHECK(normal.z == 1);
  }
}

TEST_CASE("squares of the ground are dark and bright by turns") {
  const auto grey = [](float x, float z) {
    return weft::ground_at(Vec{x, 0, z}, 0.0f).colour.x;
  };
  CHECK(grey(0.1f, 0.9f) == grey(0.9f, 0.1f));
  CHECK(grey(0.1f, 0.9f) > grey(1.1f, 0.9f));
  CHECK(grey(0.1f, 0.9f) > grey(-0.1f, 0.9f));
  CHECK(grey(0.1f, 0.9f) == grey(-0.1f, -0.9f));
}

TEST_CASE("a scene of 64 spheres arrives in constant memory, and one of 65 is refused") {
  std::vector<Sphere> spheres(weft::most_spheres);
  for (int i = 0; i < weft::most_spheres; ++i) spheres[i].radius = i + 1;
  weft::make_scene(spheres);
  weft::Scene arrived{};
  weft::check(cudaMemcpyFromSymbol(&arrived, weft::constant_scene, sizeof arrived));
  CHECK(arrived.count == weft::most_spheres);
  for (int i = 0; i < weft::most_spheres; ++i) CHECK(arrived.spheres[i].radius == i + 1);
  spheres.push_back({});
  CHECK_THROWS_AS(weft::make_scene(spheres), std::length_error);
}

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

__host__ __device__ uchar3 normal_as_colour(const weft::Scene& scene, const Ray& ray) {
  const auto hit = weft::first_hit(scene, ray);
  if (hit.what == weft::nothing) return {24, 26, 38};
  const Vec normal = weft::surface_at(scene, ray, hit).normal;
  const auto byte = [](float x) { return static_cast<unsigned char>(127.5f * x + 128); };
  return {byte(normal.x), byte(normal.y), byte(normal.z)};
}

__global__ void paint_normals(Camera camera, weft::Size picture, weft::MatrixView<uchar3> canvas) {
  const unsigned row = weft::my_row(), column = weft::my_column();
  if (row >= picture.rows || column >= picture.columns) return;
  const Ray ray = weft::ray_of_pixel<float>(camera, picture, row, column);
  canvas(row, column) = normal_as_colour(weft::constant_scene, ray);
}

bool nearly(uchar3 p, uchar3 q, int steps) {
  return std::abs(p.x - q.x) <= steps && std::abs(p.y - q.y) <= steps &&
         std::abs(p.z - q.z) <= steps;
}

TEST_CASE("normals on the device are those of the host, and the scene takes no global load") {
  constexpr weft::Size picture{240, 320};
  const weft::Scene scene = weft::make_scene(balls());
  const Camera camera = portrait_camera();
  weft::Matrix<uchar3> canvas(picture.rows, picture.columns);
  const auto seen = loom::observe([&] {
    paint_normals<<<weft::blocks_over(picture), weft::pixel_block>>>(camera, picture,
                                                                    canvas.view());
  });
  weft::check(cudaGetLastError());
  CHECK(seen.global_loads.requests == 0);
  const std::vector<uchar3> pixels = canvas.to_host();
  std::size_t differ = 0;
  for (unsigned i = 0; i < pixels.size(); ++i) {
    const Ray ray = weft::ray_of_pixel<float>(camera, picture, i / picture.columns,
                                              i % picture.columns);
    differ += !nearly(pixels[i], normal_as_colour(scene, ray), 1);
  }
  CHECK(differ < pixels.size() / 1000);
  weft::write_picture("normals.ppm", weft::Picture<uchar3>{picture.rows, picture.columns, pixels});
}
