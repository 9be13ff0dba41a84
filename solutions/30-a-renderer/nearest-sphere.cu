// Exercise "The nearest of many spheres": a block per ray, and a minimum that breaks ties.
#include "30-a-renderer/nearest-sphere.hpp"

// your code begins
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ float distance_to(const Sphere& sphere, const Ray& ray) {
  const float3 m{ray.origin.x - sphere.centre.x, ray.origin.y - sphere.centre.y, ray.origin.z - sphere.centre.z};
  const float b = dot(m, ray.direction);
  const float3 aside{m.x - b * ray.direction.x, m.y - b * ray.direction.y, m.z - b * ray.direction.z};
  const float square = sphere.radius * sphere.radius - dot(aside, aside);
  if (square < 0) return INFINITY;
  const float root = sqrtf(square);
  if (-b - root > 0) return -b - root;
  return -b + root > 0 ? -b + root : INFINITY;
}

__device__ Hit nearer(Hit a, Hit b) {
  return a.distance < b.distance || (a.distance == b.distance && a.sphere < b.sphere) ? a : b;
}
// your code ends

// hits[i]: the nearest sphere that ray i hits at a distance greater than 0. If several are equally near, it is the one with the smallest
// index; if there is none, hits[i] is {INFINITY, none}. One block of 128 threads per ray.
__global__ void nearest_spheres(weft::View<const Ray> rays, weft::View<const Sphere> spheres, Hit* hits) {
  // your code begins
  __shared__ Hit of[128];
  const Ray ray = rays[blockIdx.x];
  Hit mine{INFINITY, none};
  for (unsigned i = threadIdx.x; i < spheres.size(); i += blockDim.x) {
    const float distance = distance_to(spheres[i], ray);
    if (distance < INFINITY) mine = nearer(mine, {distance, i});
  }
  of[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) of[threadIdx.x] = nearer(of[threadIdx.x], of[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) hits[blockIdx.x] = of[0];
  // your code ends
}
