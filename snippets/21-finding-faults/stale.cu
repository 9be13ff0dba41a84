// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 d4db34891f055f9e551272aeb2515a92be56fae7]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

TEST_CASE("a launch that succeeds is blamed for one before it") {
  weft::Buffer<int> x(64);
  fill<<<1, 1'025>>>(x.data(), 1);  // refused: too many threads
  fill<<<1, 64>>>(x.data(), 2);     // accepted
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);  // reading it has cleared it
  CHECK(x.to_host() == std::vector<int>(64, 2));
}
