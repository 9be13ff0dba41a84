// Tangled from chapters/20-building.md. Edit there. [sha1 cbf07f4c57ead9c70b86caeabf181f5fe5b51b7d]
#include <doctest/doctest.h>

#include "20-building/ratios.cuh"
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
