// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 b61134805228f67739ece2604f8834de8884ff5f]
#include <cstdio>

#include <doctest/doctest.h>

__global__ void greet() {
  printf("Hello from block %u, thread %u.\n", blockIdx.x, threadIdx.x);
}

TEST_CASE("the launch is accepted, and the kernel finishes without an error") {
  std::puts("Hello from the host.");
  greet<<<2, 5>>>();
  const cudaError_t accepted = cudaGetLastError();
  const cudaError_t finished = cudaDeviceSynchronize();
  CHECK(accepted == cudaSuccess);
  CHECK(finished == cudaSuccess);
}
