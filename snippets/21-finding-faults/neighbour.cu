// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 1bfb579198331f65ce248f40b31f33a0b8253ec4]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void fill(float* x, int n, float value) {
  for (int i = threadIdx.x; i <= n; i += blockDim.x) x[i] = value;  // <= instead of <
}

TEST_CASE("the first array overwrites the first element of the second") {
  weft::Buffer<float> pool(512 + 1);
  float* const first = pool.data();
  float* const second = first + 256;
  fill<<<1, 64>>>(second, 256, 2);
  fill<<<1, 64>>>(first, 256, 1);
  weft::check(cudaGetLastError());
  const std::vector<float> found = pool.to_host();
  CHECK(found[256] == 1);  // and not 2
  CHECK(found[257] == 2);
}
