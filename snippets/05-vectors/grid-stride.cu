// Tangled from chapters/05-vectors.md. Edit there. [sha1 b5b4a4ca473d9cfc6833f9e294b9b6ccffb85547]
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void add(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride)
    sum[i] = a[i] + b[i];
}

TEST_CASE("a grid-stride loop adds every element, for any grid and any length") {
  for (const std::size_t n : {1, 255, 257, 1023 * 31})
    for (const auto& [blocks, threads] : {std::pair{1, 96}, {40, 1}, {7, 96}, {400, 256}}) {
      const weft::Buffer<float> a(std::vector<float>(n, 2.0f)), b(std::vector<float>(n, 0.25f));
      weft::Buffer<float> sum(std::vector<float>(n, NAN));
      add<<<blocks, threads>>>(a.data(), b.data(), sum.data(), n);
      weft::check(cudaGetLastError());
      CHECK(sum.to_host() == std::vector<float>(n, 2.25f));
    }
}
