// More numbers than fit into the array, and numbers that are read before they are made.
// prints: cudaErrorIllegalAddress
#include <curand_kernel.h>

#include <cstdio>

__global__ void sum(const float* numbers, float* total) {
  float all = 0;
  for (int i = 0; i < 32; ++i) all += numbers[i];
  *total = all;
}

int main() {
  float *numbers, *total;
  cudaMalloc(&numbers, 32 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandGenerateNormal(generator, numbers, 32, 0, 1);
  sum<<<1, 1>>>(numbers, total);
  curandGenerateNormal(generator, numbers, 33, 0, 1);  // finds: out-of-bounds
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
