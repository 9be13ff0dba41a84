// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 5855698e45a683c5f7c84eb0a9f9ee1ce50706b5]
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

TEST_CASE("a fast warp overwrites rows that a slow one has not read yet") {
  weft::Buffer<float> d(std::vector<float>(64, 1.0f));
  reduce_rows<<<1, 64>>>(64, d.data());
  weft::check(cudaDeviceSynchronize());
}
