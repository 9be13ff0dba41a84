// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 9f5a0d7174768b2fa6f6a2a8608d9bcf06913a2c]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void copy_row(const float* from, unsigned n, float* to) {
  const unsigned column = 4 * threadIdx.x;
  if (column >= n) return;
  const float4 four = *reinterpret_cast<const float4*>(from + column);  // finds: out-of-bounds
  const float values[] = {four.x, four.y, four.z, four.w};
  for (unsigned i = 0; i < 4 && column + i < n; ++i) to[column + i] = values[i];
}

TEST_CASE("the last sixteen bytes of a row may not be all its own") {
  const weft::Buffer<float> from(std::vector<float>(62, 1.0f));
  weft::Buffer<float> to(62);
  copy_row<<<1, 32>>>(from.data(), 62, to.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
