// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 7d96730ca47a022659100faeea405efe926c5182]
#include <cstdio>

#include <doctest/doctest.h>

__global__ void brighten_unguarded(int* pixels) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  pixels[i] = 150;  // finds: out-of-bounds
}

TEST_CASE("1,024 threads on 1,000 pixels") {
  int* pixels = nullptr;
  REQUIRE(cudaMalloc(&pixels, 1000 * sizeof(int)) == cudaSuccess);
  brighten_unguarded<<<4, 256>>>(pixels);
  const cudaError_t outcome = cudaDeviceSynchronize();
  CHECK((outcome == cudaErrorIllegalAddress || outcome == cudaSuccess));
  std::puts(cudaGetErrorString(outcome));
}
