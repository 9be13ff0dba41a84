// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 f0e8fbdf6d7f08157fe024f629621eea1fba119a]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned stages = 4, consumers = 256, piece = 1024;  // floats per stage

struct Ring {
  alignas(16) float values[stages][piece];
  weft::Mbarrier full[stages], empty[stages];
};

__device__ void produce(Ring& ring, const float* in, unsigned pieces) {
  for (unsigned k = 0; k < pieces; ++k) {
    const unsigned s = k % stages, phase = k / stages;
    ring.empty[s].wait(phase % 2 ^ 1);  // at first, there is nothing to wait for
    ring.full[s].arrive_expecting(piece * sizeof(float));
    weft::load_bulk(ring.values[s], in + std::size_t{k} * piece, piece * sizeof(float), ring.full[s]);
  }
}

__device__ float consume(Ring& ring, unsigned pieces) {
  float sum = 0.0f;
  for (unsigned k = 0; k < pieces; ++k) {
    const unsigned s = k % stages, phase = k / stages;
    ring.full[s].wait(phase % 2);
    for (unsigned i = threadIdx.x % consumers; i < piece; i += consumers) sum += ring.values[s][i];
    __syncwarp();
    if (threadIdx.x % 32 == 0) ring.empty[s].arrive();  // one arrival per warp
  }
  return sum;
}

// The first eight warps consume. Of the next four, one thread produces.
__global__ void __launch_bounds__(consumers + 128, 1) add_up(const float* in, unsigned pieces, float* sums) {
  __shared__ Ring ring;
  if (threadIdx.x == 0) {
    for (weft::Mbarrier& barrier : ring.full) barrier.init(1);
    for (weft::Mbarrier& barrier : ring.empty) barrier.init(consumers / 32);
    weft::publish_barriers();
  }
  __syncthreads();
  if (threadIdx.x < consumers) {
    weft::acquire_registers<232>();
    sums[threadIdx.x] = consume(ring, pieces);
  } else {
    weft::release_registers<40>();
    if (threadIdx.x / 32 == consumers / 32 && weft::elected()) produce(ring, in, pieces);
  }
}

TEST_CASE("one thread copies, eight warps add, and stages are used again and again") {
  constexpr unsigned pieces = 11;
  std::vector<float> values(pieces * piece);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 61);
  const weft::Buffer<float> in(values);
  weft::Buffer<float> sums(consumers);
  add_up<<<1, consumers + 128>>>(in.data(), pieces, sums.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = sums.to_host();
  for (unsigned t = 0; t < consumers; ++t) {
    float sum = 0.0f;
    for (unsigned i = t; i < values.size(); i += consumers) sum += values[i];
    CHECK(found[t] == sum);
  }
  std::printf("%u pieces through %u stages\n", pieces, stages);
}
