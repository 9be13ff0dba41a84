// Exercise "The nearest of many spheres": what its test calls.
#pragma once

#include "common/view.cuh"

constexpr unsigned none = ~0u;

struct Ray {
  float3 origin, direction;
};

struct Sphere {
  float3 centre;
  float radius;
};

struct Hit {
  float distance;
  unsigned sphere;
};

__global__ void nearest_spheres(weft::View<const Ray> rays, weft::View<const Sphere> spheres, Hit* hits);
