// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 d582fd47267e4bd439fb4c40f13f4cec4c873837]
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

TEST_CASE("a quick warp sets the table anew while a slow one is still eating") {
  const weft::Buffer<float> ones(std::vector<float>(192, 1.0f));
  weft::Buffer<float> sums(64);
  product<<<1, 64>>>(ones.data(), ones.data(), 192, sums.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(sums.size() == 64);
}
