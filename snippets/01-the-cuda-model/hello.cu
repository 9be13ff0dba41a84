// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 44fadd7c1c92139a6454df65c1fa858636379182]
#include <cstdio>

#include <doctest/doctest.h>

__global__ void greet() {
  printf("Hello from block %u, thread %u.\n", blockIdx.x, threadIdx.x);
}

TEST_CASE("every thread on the device prints a greeting") {
  std::puts("Hello from the host.");
  greet<<<2, 5>>>();
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
