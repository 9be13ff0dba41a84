// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 aa34d0ec5e1f74a5c38278901be25fd7a7b1f007]
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

__global__ void fill(float* out) {
  __shared__ alignas(16) float tile[64];
  tile[threadIdx.x] = 1.0f;  // finds: race
  __syncthreads();           // and no fence_async() before it
  if (threadIdx.x == 0) {
    weft::store_bulk(out, tile, sizeof tile);
    weft::commit_stores();
    weft::wait_until_read<0>();
  }
}

TEST_CASE("a copy reads what threads have written, without a fence between") {
  weft::Buffer<float> out(64);
  fill<<<1, 64>>>(out.data());
  weft::check(cudaDeviceSynchronize());
}
