// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 7087098fee2aaffd1f330e1e2049f7e3a8d51add]
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

__global__ void expect(const float* in, unsigned bytes, float* out) {
  __shared__ alignas(16) float tile[64];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(bytes);
    weft::load_bulk(tile, in, sizeof tile, arrived);
  }
  __syncthreads();
  arrived.wait(0);
  out[threadIdx.x] = tile[threadIdx.x];
}

#ifdef __LOOM__  // on a GPU, the second launch hangs
const int asked = setenv("LOOM_TIMEOUT", "1", 1);

TEST_CASE("with sixteen bytes too many, the phase does not end") {
  for (const unsigned bytes : {256u, 272u}) {
    const weft::Buffer<float> in(std::vector<float>(64, 1.0f));
    weft::Buffer<float> out(64);
    expect<<<1, 64>>>(in.data(), bytes, out.data());
    const cudaError_t error = cudaDeviceSynchronize();
    CHECK(error == (bytes == 256 ? cudaSuccess : cudaErrorLaunchTimeout));
    std::printf("%u bytes expected, 256 copied: %s\n", bytes, cudaGetErrorName(error));
  }
  cudaDeviceReset();
}
#endif
