// Tangled from chapters/14-building.md. Edit there. [sha1 fe1305b40e84efdcf1fc9fd70274bcc918f8f3d2]
#include <doctest/doctest.h>

#include "14-building/ratios.cuh"
#include "common/buffer.cuh"

__global__ void sums(const float* x, float* y) {
  const Pack<4> pack = reinterpret_cast<const Pack<4>*>(x)[threadIdx.x];  // finds: misaligned
  y[threadIdx.x] = pack.v[0] + pack.v[1] + pack.v[2] + pack.v[3];
}

TEST_CASE("packs that begin at the second reading") {
  const weft::Buffer<float> x(std::vector<float>(129, 1.0f));
  weft::Buffer<float> y(32);
  sums<<<1, 32>>>(x.data() + 1, y.data());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
