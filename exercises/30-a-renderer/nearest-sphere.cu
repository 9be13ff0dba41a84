// Exercise "The nearest of many spheres": a block per ray, and a minimum that breaks ties.
#include "30-a-renderer/nearest-sphere.hpp"

// your code begins
// your code ends

// hits[i]: the nearest sphere that ray i hits at a distance greater than 0. If several are equally near, it is the one with the smallest
// index; if there is none, hits[i] is {INFINITY, none}. One block of 128 threads per ray.
__global__ void nearest_spheres(weft::View<const Ray> rays, weft::View<const Sphere> spheres, Hit* hits) {
  // your code begins
  // your code ends
}
