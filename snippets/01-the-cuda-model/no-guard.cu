// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 3a3d9901f91988aec8704fb1f532c2bd863e1a00]
#include <cstddef>
#include <cstdio>

#include <doctest/doctest.h>

__global__ void tally_unguarded(int* counters) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  counters[i] = 1;  // finds: out-of-bounds
}

TEST_CASE("1,024 threads on 1,000 counters") {
  int* counters = nullptr;
  REQUIRE(cudaMalloc(&counters, 1000 * sizeof(int)) == cudaSuccess);
  tally_unguarded<<<4, 256>>>(counters);
  const cudaError_t outcome = cudaDeviceSynchronize();
  CHECK((outcome == cudaErrorIllegalAddress || outcome == cudaSuccess));
  std::puts(cudaGetErrorString(outcome));
}
