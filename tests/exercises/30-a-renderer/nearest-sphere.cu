#include <doctest/doctest.h>

#include "support.hpp"

#include "30-a-renderer/nearest-sphere.hpp"

using Rays = std::vector<Ray>;
using Spheres = std::vector<Sphere>;

// By brute force and in double precision. `clear` says that no rounding of floats can change the index: no ray is nearly a tangent, and no
// other sphere nearly as near, unless it is exactly as near. Only such rays are compared.
struct Expected {
  double distance = std::numeric_limits<double>::infinity();
  unsigned sphere = none;
  bool clear = true;
};

Expected expected_of(const Ray& ray, const Spheres& spheres) {
  Expected nearest;
  double second = nearest.distance;
  for (unsigned i = 0; i < spheres.size(); ++i) {
    const auto& [centre, radius] = spheres[i];
    const double x = double{ray.origin.x} - centre.x, y = double{ray.origin.y} - centre.y, z = double{ray.origin.z} - centre.z;
    const double b = x * ray.direction.x + y * ray.direction.y + z * ray.direction.z;
    const double square = b * b - (x * x + y * y + z * z - double{radius} * radius);
    if (square != 0 && std::abs(square) < 1e-3) nearest.clear = false;
    if (square < 0) continue;
    const double root = std::sqrt(square), distance = -b - root > 0 ? -b - root : -b + root;
    if (!(distance > 0)) continue;
    if (distance < nearest.distance) second = nearest.distance, nearest.distance = distance, nearest.sphere = i;
    else if (distance > nearest.distance) second = std::min(second, distance);
  }
  if (second - nearest.distance < 1e-3) nearest.clear = false;
  return nearest;
}

void check(const Rays& rays, const Spheres& spheres) {
  DeviceArray<Ray> from(rays);
  DeviceArray<Sphere> to(spheres);
  DeviceArray<Hit> hits(rays.size());
  nearest_spheres<<<static_cast<unsigned>(rays.size()), 128>>>({from.data(), rays.size()}, {to.data(), spheres.size()}, hits.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(hits.written_around() == "");
  const std::vector<Hit> got = hits.read();
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Expected expected = expected_of(rays[i], spheres);
    if (!expected.clear) continue;
    INFO("ray ", i, " of ", rays.size(), ", ", spheres.size(), " spheres");
    REQUIRE(got[i].sphere == expected.sphere);
    if (expected.sphere == none) {
      REQUIRE(got[i].distance == INFINITY);
    } else {
      REQUIRE(difference(got[i].distance, expected.distance, 1e-3) == "");
    }
  }
}

const Ray along_x{{0, 0, 0}, {1, 0, 0}};

Spheres random_spheres(unsigned count, std::uint32_t seed) {
  const std::vector<float> x = random_values<float>(4 * count, seed);
  Spheres spheres;
  for (unsigned i = 0; i < count; ++i)
    spheres.push_back({{x[4 * i] * 40, x[4 * i + 1] * 40, x[4 * i + 2] * 40}, 0.1f + std::abs(x[4 * i + 3])});
  return spheres;
}

Rays random_rays(unsigned count, std::uint32_t seed) {
  const std::vector<float> x = random_values<float>(6 * count, seed);
  Rays rays;
  for (unsigned i = 0; i < count; ++i) {
    const float* const d = &x[6 * i + 3];
    const float length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    rays.push_back({{x[6 * i] * 50, x[6 * i + 1] * 50, x[6 * i + 2] * 50}, {d[0] / length, d[1] / length, d[2] / length}});
  }
  return rays;
}

TEST_CASE("the nearest of a few spheres") {
  check({along_x}, {{{20, 0, 0}, 2}, {{10, 0, 0}, 1}, {{30, 0, 0}, 9}});
  check({along_x, {{0, 0, 50}, {0, 0, -1}}, {{10, -9, 0}, {0, 1, 0}}}, {{{20, 1, 0}, 2}, {{10, 0, 0}, 1}, {{0, 0, 30}, 9}});
}

TEST_CASE("no hit, and no spheres") {
  check({along_x}, {{{20, 5, 0}, 2}, {{10, 0, 4}, 1}});
  check({along_x}, {});
}

TEST_CASE("spheres behind the origin do not count") {
  check({along_x}, {{{-20, 0, 0}, 2}, {{10, 0, 0}, 1}});
  check({along_x}, {{{-20, 0, 0}, 2}});
}

TEST_CASE("a ray that begins in a sphere hits it from inside") {
  check({along_x}, {{{1, 0, 0}, 4}, {{10, 0, 0}, 1}});
  check({along_x}, {{{0, 0, 0}, 40}, {{10, 0, 0}, 1}});
  check({along_x}, {{{-4, 0, 0}, 4}, {{4, 0, 0}, 4}});  // on the surface: it leaves one, and goes through the other
}

TEST_CASE("distances less than 1") {
  check({along_x}, {{{1, 0, 0}, 0.5f}, {{2, 0, 0}, 0.5f}});
  check({along_x}, {{{0, 0, 0}, 0.25f}, {{2, 0, 0}, 0.5f}});
}

TEST_CASE("a tangent ray is a hit") { check({along_x}, {{{20, 2, 0}, 2}, {{50, 0, 0}, 1}}); }

TEST_CASE("of equal distances, the smallest index") {
  check({along_x}, {{{20, 0, 0}, 2}, {{10, 0, 0}, 1}, {{10, 0, 0}, 1}, {{11, 0, 0}, 2}, {{13, 0, 0}, 4}});
  check({along_x}, Spheres(1000, {{10, 0, 0}, 1}));
  for (const auto& [first, second] : {std::pair{5u, 5u + 128}, {127u, 128u}, {3u, 67u}, {70u, 71u}, {130u, 259u}, {200u, 390u}}) {
    Spheres spheres(400, {{30, 0, 0}, 1});
    spheres[first] = spheres[second] = {{10, 0, 0}, 1};
    check({along_x}, spheres);
  }
}

TEST_CASE("the nearest may be anywhere") {
  for (const unsigned count : {1u, 31u, 127u, 128u, 129u, 500u})
    for (unsigned i = 0; i < count; i += 1 + count / 20) {
      Spheres spheres(count, {{30, 0, 0}, 1});
      spheres[i] = {{10, 0, 0}, 1};
      check({along_x}, spheres);
      spheres = Spheres(count, {{30, 5, 0}, 1});
      spheres[count - 1 - i] = {{10, 0, 0}, 1};
      check({along_x}, spheres);
    }
}

TEST_CASE("random rays and spheres") {
  for (const unsigned count : {1u, 100u, 1000u}) check(random_rays(40, count), random_spheres(count, count + 1));
}

TEST_CASE("all threads of all blocks share the work") {
  const Rays rays = random_rays(12, 3);
  const Spheres spheres = random_spheres(3000, 4);
  CHECK(too_serial({.threads = 12 * 128 * 0.6, .blocks = 11, .steps = 12 * 3000 * 20}, [&] { check(rays, spheres); }) == "");
}
