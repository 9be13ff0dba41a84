// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 c797b4397749beecc4d421498ea588bb498d2c28]
// A camera, its rays, and spheres on the ground that they meet.
#pragma once

#include "common/picture.cuh"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace weft {

// A point, a direction or a colour.
template <class T>
struct Vec {
  T x, y, z;
};

template <class T>
using Number = std::type_identity_t<T>;  // takes its type from the vector beside it

template <class T>
__host__ __device__ Vec<T> operator+(Vec<T> a, Vec<T> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
__host__ __device__ Vec<T> operator-(Vec<T> a, Vec<T> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
__host__ __device__ Vec<T> operator*(Vec<T> a, Vec<T> b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
__host__ __device__ Vec<T> operator*(Number<T> a, Vec<T> b) {
  return {a * b.x, a * b.y, a * b.z};
}
template <class T>
__host__ __device__ T dot(Vec<T> a, Vec<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
__host__ __device__ Vec<T> cross(Vec<T> a, Vec<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
__host__ __device__ Vec<T> unit(Vec<T> a) {
  return 1 / std::sqrt(dot(a, a)) * a;
}
template <class T>
__host__ __device__ Vec<T> as(Vec<float> a) {
  return {a.x, a.y, a.z};
}

struct Camera {
  Vec<float> eye, corner, right, down;
};

// `width` and `height` are those of the picture at a distance of 1.
inline Camera look_at(Vec<float> eye, Vec<float> target, float width, float height) {
  const Vec<float> forward = unit(target - eye);
  const Vec<float> right = unit(cross(forward, {0, 1, 0})), down = cross(forward, right);
  return {eye, forward - width / 2 * right - height / 2 * down, width * right, height * down};
}

template <class T>
struct Ray {
  Vec<T> from, along;  // `along` has the length 1
};

// (0, 0) is the upper left corner of the picture, (1, 1) the lower right one.
template <class T>
__host__ __device__ Ray<T> ray_through(const Camera& camera, T x, T y) {
  return {as<T>(camera.eye),
          unit(as<T>(camera.corner) + x * as<T>(camera.right) + y * as<T>(camera.down))};
}

struct Size {
  unsigned rows, columns;
};

// Through the centre of a pixel.
template <class T>
__host__ __device__ Ray<T> ray_of_pixel(const Camera& camera, Size picture, unsigned row,
                                        unsigned column) {
  return ray_through(camera, (column + T(0.5)) / picture.columns,
                     (row + T(0.5)) / picture.rows);
}

struct alignas(16) Sphere {
  Vec<float> centre;
  float radius;
  Vec<float> colour;
  float mirror;  // the share of light that it reflects as a mirror does
  float clear;   // the share that passes through its wall
};

constexpr int most_spheres = 64;

struct Scene {
  int count;
  Sphere spheres[most_spheres];
};
__constant__ Scene constant_scene;  // for kernels

inline Scene scene_of(const std::vector<Sphere>& spheres) {
  Scene made{};
  made.count = static_cast<int>(spheres.size());
  if (made.count > most_spheres) throw std::length_error("too many spheres");
  std::copy(spheres.begin(), spheres.end(), made.spheres);
  return made;
}

// For kernels, and a copy for the host.
inline Scene make_scene(const std::vector<Sphere>& spheres) {
  const Scene made = scene_of(spheres);
  check(cudaMemcpyToSymbol(constant_scene, &made, sizeof made));
  return made;
}

// How far the ray goes until it meets the sphere, or infinity.
template <class T>
__host__ __device__ T distance_to(const Sphere& sphere, const Ray<T>& ray) {
  const Vec<T> to = as<T>(sphere.centre) - ray.from;
  const T ahead = dot(to, ray.along), r = sphere.radius;
  const Vec<T> aside = to - ahead * ray.along;
  const T rest = r * r - dot(aside, aside);
  if (!(rest > 0)) return INFINITY;
  const T half = std::sqrt(rest), near = ahead - half, far = ahead + half;
  return near > 0 ? near : far > 0 ? far : INFINITY;
}

constexpr int nothing = -1, ground = -2;  // what a ray can meet that is not a sphere

template <class T>
struct Hit {
  T distance;
  int what;  // the index of a sphere, or one of the above
};

template <class T>
__host__ __device__ Hit<T> first_hit(const Scene& scene, const Ray<T>& ray) {
  Hit<T> hit{INFINITY, nothing};
  // At once, if the ray begins a step below the ground, at the foot of a clear sphere.
  if (ray.along.y < 0) hit = {fmax(-ray.from.y / ray.along.y, T(0)), ground};
  for (int i = 0; i < scene.count; ++i) {
    const T distance = distance_to(scene.spheres[i], ray);
    if (distance < hit.distance) hit = {distance, i};
  }
  return hit;
}

template <class T>
struct Surface {
  Vec<T> point, normal, colour;
  T mirror, clear;
};

template <class T>
__host__ __device__ Surface<T> ground_at(Vec<T> point, T distance) {
  const T square = floor(point.x) + floor(point.z);
  const bool dark = square != 2 * floor(square / 2);  // odd
  const T contrast = 1 / (1 + distance * distance / 400);
  const T grey = T(0.45) + (dark ? -contrast : contrast) * T(0.3);
  return {point, {0, 1, 0}, {grey, grey, grey}, 0, 0};
}

template <class T>
__host__ __device__ Surface<T> surface_at(const Scene& scene, const Ray<T>& ray,
                                          const Hit<T>& hit) {
  const Vec<T> point = ray.from + hit.distance * ray.along;
  if (hit.what == ground) return ground_at(point, hit.distance);
  const Sphere& sphere = scene.spheres[hit.what];
  Vec<T> normal = 1 / T(sphere.radius) * (point - as<T>(sphere.centre));
  if (dot(normal, ray.along) > 0) normal = T(-1) * normal;  // seen from inside
  return {point, normal, as<T>(sphere.colour), sphere.mirror, sphere.clear};
}

constexpr dim3 pixel_block(8, 16);  // a warp has 8 × 4 pixels

inline dim3 blocks_over(Size picture) {
  return dim3((picture.columns + pixel_block.x - 1) / pixel_block.x,
              (picture.rows + pixel_block.y - 1) / pixel_block.y);
}

__device__ inline unsigned my_row() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ inline unsigned my_column() { return blockIdx.x * blockDim.x + threadIdx.x; }

}  // namespace weft
