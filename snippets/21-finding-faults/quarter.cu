// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 1c317c502b5089343231f85398e33b2ea4ea3f5c]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void twice(const float* x, float* y) {
  y[threadIdx.x] = 2 * x[threadIdx.x];  // finds: uninitialised-read
}

TEST_CASE("the size of a copy is in bytes") {
  const std::vector<float> ones(64, 1.0f);
  weft::Buffer<float> x(64), y(64);
  weft::check(cudaMemcpy(x.data(), ones.data(), ones.size(), cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(x.data(), y.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = y.to_host();
  for (int i = 0; i < 16; ++i) CHECK(found[i] == 2);
}
