// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 c5c678831c9f6e61dfa05cd5d330ce40b5a617b5]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void product(const float* row, const float* column, unsigned n, float* out) {
  __shared__ float of_row[64], of_column[64];
  float sum = 0.0f;
  for (unsigned step = 0; step < n; step += 64) {
    of_row[threadIdx.x] = row[step + threadIdx.x];
    of_column[threadIdx.x] = column[step + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < 64; ++k) sum += of_row[k] * of_column[k];  // finds: race
  }
  out[threadIdx.x] = sum;
}

TEST_CASE("a fast warp overwrites the tile while a slow one is still reading it") {
  const weft::Buffer<float> ones(std::vector<float>(128, 1.0f));
  weft::Buffer<float> sums(64);
  product<<<1, 64>>>(ones.data(), ones.data(), 128, sums.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(sums.size() == 64);
}
