// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 61b5dea93584ace691092bbd8778bb0ca4bbef12]
#include <cuda_pipeline.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

constexpr unsigned stages = 3, width = 64;

__global__ void sum_rows(const float* rows, unsigned count, float* sums) {
  __shared__ float room[stages][width];
  for (unsigned s = 0; s + 1 < stages; ++s) {
    __pipeline_memcpy_async(&room[s][threadIdx.x], rows + s * width + threadIdx.x, 4);
    __pipeline_commit();
  }
  float sum = 0.0f;
  for (unsigned row = 0; row < count; ++row) {
    __pipeline_wait_prior(stages - 1);  // all but two: one too many may be missing
    __syncthreads();
    sum += room[row % stages][width - 1 - threadIdx.x];  // finds: race
    const unsigned next = row + stages - 1;
    if (next < count)
      __pipeline_memcpy_async(&room[next % stages][threadIdx.x], rows + next * width + threadIdx.x, 4);
    __pipeline_commit();
  }
  sums[threadIdx.x] = sum;
}

TEST_CASE("a stage is read while its copies are still under way") {
  const weft::Buffer<float> rows(std::vector<float>(8 * width, 1.0f));
  weft::Buffer<float> sums(width);
  sum_rows<<<1, width>>>(rows.data(), 8, sums.data());
  weft::check(cudaDeviceSynchronize());
}
