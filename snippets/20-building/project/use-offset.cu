// Tangled from chapters/20-building.md. Edit there. [sha1 04733c559670f59660cbe43d186b02e233b18185]
#include <cstdio>

#include "offset.cuh"

cudaError_t set_offset(float value);

__global__ void use(float* result) { *result = offset; }

int main() {
  float *device, host = -1;
  if (cudaMalloc(&device, sizeof host) != cudaSuccess) {
    std::puts("skipped: there is no GPU here");
    return 77;
  }
  if (set_offset(21) != cudaSuccess) return 1;
  use<<<1, 1>>>(device);
  if (cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%g\n", host);
  cudaFree(device);
}
