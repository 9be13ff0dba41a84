// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 c7e4e326052c650692e9ea97b13268ae395c575e]
#include <doctest/doctest.h>

#include "common/cyclic-reduction.cuh"

using weft::Tied;

__global__ void one_step(unsigned n, float* d) {
  __shared__ Tied<float> rows[64];
  const unsigned i = threadIdx.x;
  if (i < n) rows[i] = {i > 0 ? -0.25f : 0.0f, i + 1 < n ? -0.25f : 0.0f, d[i]};
  __syncthreads();
  if (i >= n) return;
  const Tied<float> before = i > 0 ? rows[i - 1] : Tied<float>{};
  d[i] = weft::reduced(before, rows[i], rows[i + 1]).d;  // finds: uninitialised-read
}

TEST_CASE("the last row uses a neighbour that was never written") {
  weft::Buffer<float> d(std::vector<float>(40, 1.0f));
  one_step<<<1, 64>>>(40, d.data());
  weft::check(cudaDeviceSynchronize());
}
