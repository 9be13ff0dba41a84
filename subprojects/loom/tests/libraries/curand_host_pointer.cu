// A device generator writes to device memory, a host generator to host memory.
// complains: loom: curandGenerateUniform does nothing: a host generator writes to host memory
// prints: 201
// prints: cudaErrorIllegalAddress
// prints: 202
#include <curand.h>

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> host(32);
  float* device;
  cudaMalloc(&device, 32 * sizeof(float));
  curandGenerator_t of_host, of_device;
  curandCreateGeneratorHost(&of_host, CURAND_RNG_PSEUDO_XORWOW);
  curandCreateGenerator(&of_device, CURAND_RNG_PSEUDO_XORWOW);
  std::printf("%d\n", curandGenerateUniform(of_host, device, 32));
  curandGenerateUniform(of_device, device, 32);
  curandGenerateUniform(of_device, host.data(), 32);  // finds: out-of-bounds
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%d\n", curandGenerateUniform(of_device, device, 32));
}
