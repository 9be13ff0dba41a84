// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 53b3c8bb45a53323aa5d99b8edcf6edf9cad9ed8]
#include <cstdio>
#include <numeric>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned count = 1024;

__global__ void reverse(const float* in, float* out) {
  __shared__ alignas(16) float tile[count];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);  // one thread arrives at this barrier
    weft::publish_barriers();  // the copy engine sees that
    arrived.arrive_expecting(sizeof tile);  // it arrives, and announces 4096 bytes
    weft::load_bulk(tile, in, sizeof tile, arrived);  // starts the copy
  }
  __syncthreads();  // the barrier is initialised
  arrived.wait(0);  // and the bytes have arrived
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) out[i] = tile[count - 1 - i];
}

TEST_CASE("the tile arrives, and no thread has loaded from global memory") {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  const weft::Buffer<float> in(values);
  weft::Buffer<float> out(count);
  const auto seen = loom::observe([&] { reverse<<<1, 128>>>(in.data(), out.data()); });
  weft::check(cudaGetLastError());
  const std::vector<float> reversed = out.to_host();
  CHECK(std::equal(values.begin(), values.end(), reversed.rbegin()));
  CHECK(seen.global_loads.requests == 0);
  CHECK(seen.global_stores.requests == count / 32);
  std::printf("%llu requests of threads to load, %llu to store\n",
              static_cast<unsigned long long>(seen.global_loads.requests),
              static_cast<unsigned long long>(seen.global_stores.requests));
}
