// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 64a0e3a0f132a41c6dd161d1ca3ac4a72975c58e]
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

__global__ void reverse(const float* in, float* out) {
  __shared__ alignas(16) float tile[64];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof tile);
    weft::load_bulk(tile, in, sizeof tile, arrived);
  }
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // finds: race
  arrived.wait(0);
}

TEST_CASE("a barrier for threads does not wait for copies") {
  const weft::Buffer<float> in(std::vector<float>(64, 1.0f));
  weft::Buffer<float> out(64);
  reverse<<<1, 64>>>(in.data(), out.data());
  weft::check(cudaDeviceSynchronize());
}
