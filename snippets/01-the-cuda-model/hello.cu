// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 90f5223055307d6b4bca53dc93bbef193b994a2e]
#include <cstdio>

#include <doctest/doctest.h>

__global__ void greet() {
  printf("Hello from block %u, thread %u.\n", blockIdx.x, threadIdx.x);
}

TEST_CASE("every thread of the device greets us") {
  std::puts("Hello from the host.");
  greet<<<2, 5>>>();
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
