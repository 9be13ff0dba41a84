// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 3af6f949bef21f9e28062c6f0fab980a0798e100]
// Sunlight and shadows.
#pragma once

#include "common/rays.cuh"

namespace weft {

constexpr float step_off = 1e-3f;  // from a surface, before a ray leaves it

// The share of the sun's light that reaches a point.
template <class T>
__host__ __device__ T sunlight(const Scene& scene, Vec<T> point, Vec<T> sun) {
  T light = 1;
  for (int i = 0; i < scene.count; ++i)
    if (distance_to(scene.spheres[i], Ray<T>{point, sun}) < INFINITY)
      light *= scene.spheres[i].clear;
  return light;
}

template <class T>
__host__ __device__ Vec<T> lit(const Scene& scene, const Surface<T>& at, Vec<T> sun,
                               Number<T> off = step_off) {
  const T facing = dot(at.normal, sun), sky = T(0.3) + T(0.1) * at.normal.y;
  if (facing <= 0) return sky * at.colour;
  const T direct = facing * sunlight(scene, at.point + off * at.normal, sun);
  return (sky + direct) * at.colour;
}

template <class T>
__host__ __device__ uchar3 to_bytes(Vec<T> light) {
  const auto byte = [](T x) {
    return static_cast<unsigned char>(255 * std::sqrt(fmin(fmax(x, T(0)), T(1))) + T(0.5));
  };
  return {byte(light.x), byte(light.y), byte(light.z)};
}

}  // namespace weft
