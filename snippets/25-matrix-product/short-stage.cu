// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 3a760eaedcda75dd58391f08171f01f5da0ee440]
#include <cuda_pipeline.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

constexpr unsigned depth = 16;

__global__ void dot(const float* x, const float* y, unsigned n, float* result) {
  __shared__ float of_x[depth], of_y[depth];
  float sum = 0.0f;
  for (unsigned first = 0; first < n; first += depth) {
    if (first + threadIdx.x < n) {  // and elements beyond keep their old values
      __pipeline_memcpy_async(&of_x[threadIdx.x], x + first + threadIdx.x, 4);
      __pipeline_memcpy_async(&of_y[threadIdx.x], y + first + threadIdx.x, 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (unsigned k = 0; k < depth; ++k) sum += of_x[k] * of_y[k];  // finds: uninitialised-read
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = sum;
}

TEST_CASE("the last stage is shorter than the others, and read as a whole") {
  const weft::Buffer<float> ones(std::vector<float>(10, 1.0f));
  weft::Buffer<float> result(1);
  dot<<<1, depth>>>(ones.data(), ones.data(), 10, result.data());
  weft::check(cudaDeviceSynchronize());
}
