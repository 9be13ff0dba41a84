// Exercise "The nearest of many spheres": a block per ray, and a minimum that breaks ties.
#include "30-a-renderer/nearest-sphere.hpp"

// your code begins
// your code ends

// hits[i]: the nearest sphere that ray i hits at a distance greater than 0, of equally near ones that with the smallest index;
// {INFINITY, none} if there is none. One block of 128 threads per ray.
__global__ void nearest_spheres(weft::View<const Ray> rays, weft::View<const Sphere> spheres, Hit* hits) {
  // your code begins
  // your code ends
}
