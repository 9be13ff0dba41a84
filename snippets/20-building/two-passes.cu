// Tangled from chapters/20-building.md. Edit there. [sha1 a220eb002cfb22a77d9d11f8f19e73a9a5384407]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__host__ __device__ int compiled_for() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}

__global__ void ask(int* answer) { *answer = compiled_for(); }

TEST_CASE("one function, two bodies") {
  weft::Buffer<int> answer(1);
  ask<<<1, 1>>>(answer.data());
  const int device = answer.to_host().front();
  CHECK(compiled_for() == 0);
  CHECK(device >= 750);

  cudaDeviceProp properties;
  weft::check(cudaGetDeviceProperties(&properties, 0));
  CHECK(device <= 100 * properties.major + 10 * properties.minor);
  std::printf("on the host %d, on the device %d\n", compiled_for(), device);
}
