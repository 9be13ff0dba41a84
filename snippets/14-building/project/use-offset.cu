// Tangled from chapters/14-building.md. Edit there. [sha1 10d0ef45de8f5f68cbe703ab37980cb1bb02706b]
#include <cstdio>

#include "offset.cuh"

cudaError_t set_offset(float value);

__global__ void use(float* result) { *result = offset; }

int main() {
  float *device, host = -1;
  if (cudaMalloc(&device, sizeof host) != cudaSuccess) return 77;
  if (set_offset(21) != cudaSuccess) return 1;
  use<<<1, 1>>>(device);
  if (cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%g\n", host);
  cudaFree(device);
}
