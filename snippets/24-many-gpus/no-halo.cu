// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 caf0e9585d60b13d691efd4b6b2350234009af3f]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Each point of a row of `count` becomes the mean of its neighbours; x has a halo cell at each end.
__global__ void smooth(const float* x, float* out, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 0.5f * (x[i] + x[i + 2]);  // finds: uninitialised-read
}

TEST_CASE("own cells are filled, halo cells are not") {
  const std::vector<float> own(64, 1.0f);
  weft::Buffer<float> x(66), out(64);
  weft::check(cudaMemcpy(x.data() + 1, own.data(), 64 * sizeof(float), cudaMemcpyHostToDevice));
  smooth<<<1, 64>>>(x.data(), out.data(), 64);
  CHECK(out.to_host()[5] == 1.0f);
}
