// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 ea362937c3f0c86b02b93c8a5a9a7162a71f4415]
#include <doctest/doctest.h>

#include "common/cyclic-reduction.cuh"

using weft::Tied;

__global__ void reduce_rows(unsigned n, float* d) {
  __shared__ Tied<float> rows[64];
  const unsigned i = threadIdx.x;
  Tied<float> mine{i > 0 ? -0.25f : 0.0f, i + 1 < n ? -0.25f : 0.0f, d[i]};
  for (unsigned width = 1; width < n; width *= 2) {
    rows[i] = mine;  // finds: race
    __syncthreads();
    mine = weft::reduced(i >= width ? rows[i - width] : Tied<float>{}, mine,
                         i + width < n ? rows[i + width] : Tied<float>{});
  }
  d[i] = mine.d;
}

TEST_CASE("a quick warp overwrites what a slow one has still to read") {
  weft::Buffer<float> d(std::vector<float>(64, 1.0f));
  reduce_rows<<<1, 64>>>(64, d.data());
  weft::check(cudaDeviceSynchronize());
}
