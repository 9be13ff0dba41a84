// Tangled from chapters/10-reductions.md. Edit there. [sha1 156a6943abf55a835923c2ffc3a15a84cb57463d]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"

constexpr unsigned block = 256;
using Numbers = weft::View<const float>;

__device__ std::size_t thread_index() { return std::size_t{blockIdx.x} * block + threadIdx.x; }
__device__ std::size_t thread_count() { return std::size_t{gridDim.x} * block; }

// The sum of all threads' numbers, valid in thread 0. Every thread of the block must call it.
__device__ float sum_by_halves(float mine) {
  __shared__ float sums[block];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = block / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

__global__ void add_by_neighbours(const float* x, float* result) {
  __shared__ float sums[block];
  sums[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (unsigned step = 1; step < block; step *= 2) {
    const unsigned at = 2 * step * threadIdx.x;
    if (at < block) sums[at] += sums[at + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = sums[0];
}

__global__ void add_by_halves(const float* x, float* result) {
  const float sum = sum_by_halves(x[threadIdx.x]);
  if (threadIdx.x == 0) *result = sum;
}

loom::Seen add(void (*kernel)(const float*, float*)) {
  const weft::Buffer<float> ones(std::vector<float>(block, 1.0f));
  weft::Buffer<float> sum(1);
  const auto seen = loom::observe([&] { kernel<<<1, block>>>(ones.data(), sum.data()); });
  CHECK(sum.to_host()[0] == block);
  return seen;
}

TEST_CASE("a tree of neighbours causes bank conflicts, a tree by halves none") {
  const loom::Seen neighbours = add(add_by_neighbours), halves = add(add_by_halves);
  CHECK(halves.shared_loads.conflicts == 0);
  CHECK(halves.shared_stores.conflicts == 0);
  CHECK(neighbours.shared_loads.conflicts > 0);
#ifdef __LOOM__
  std::printf("wavefronts per load: %.1f among neighbours, %.1f by halves\n",
              neighbours.shared_loads.wavefronts_per_request(),
              halves.shared_loads.wavefronts_per_request());
#endif
}
