// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 89ea05c7289b89ffd6b127a33ee06e124c08bb60]
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
                               T off = step_off) {
  const T facing = dot(at.normal, sun), sky = T(0.3) + T(0.1) * at.normal.y;
  if (facing <= 0) return sky * at.colour;
  const T direct = facing * sunlight(scene, at.point + off * at.normal, sun);
  return (sky + direct) * at.colour;
}

}  // namespace weft
