// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 b89d2205893d53f04c014d1c9b1d32f75c8cd2bb]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// Which numbers are counted: about one in eight, without a pattern.
__host__ __device__ bool chosen(unsigned x) { return (x * 2654435761u) >> 29 == 0; }

__global__ void one_per_thread(unsigned* count) {
  if (chosen(blockIdx.x * blockDim.x + threadIdx.x)) atomicAdd(count, 1u);
}

__global__ void one_per_warp(unsigned* count) {
  const bool mine = chosen(blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned votes = __ballot_sync(0xffffffffu, mine);
  if (threadIdx.x % 32 == 0) atomicAdd(count, static_cast<unsigned>(__popc(votes)));
}

__global__ void one_per_block(unsigned* count) {
  const int votes = __syncthreads_count(chosen(blockIdx.x * blockDim.x + threadIdx.x));
  if (threadIdx.x == 0) atomicAdd(count, static_cast<unsigned>(votes));
}

__global__ void own_count_first(unsigned n, unsigned* count) {
  unsigned mine = 0;
  const unsigned threads = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) mine += chosen(i);
  __shared__ unsigned of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  atomicAdd_block(&of_block, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, of_block);
}

constexpr unsigned block = 256;

unsigned count_on_host(unsigned n) {
  unsigned count = 0;
  for (unsigned i = 0; i < n; ++i) count += chosen(i);
  return count;
}

TEST_CASE("all four count the same") {
  constexpr unsigned n = 40 * block;
  weft::Buffer<unsigned> counts(std::vector<unsigned>(4, 0));
  one_per_thread<<<n / block, block>>>(counts.data());
  one_per_warp<<<n / block, block>>>(counts.data() + 1);
  one_per_block<<<n / block, block>>>(counts.data() + 2);
  own_count_first<<<3, block>>>(n, counts.data() + 3);
  weft::check(cudaGetLastError());
  CHECK(counts.to_host() == std::vector<unsigned>(4, count_on_host(n)));
  std::printf("%u of %u, four times over\n", count_on_host(n), n);
}

TEST_CASE("at the largest size, fewer atomic operations take less time" * doctest::skip(!weft::measuring())) {
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  int processors = 0, fit = 0;  // multiprocessors, and the blocks that fit on each
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, own_count_first, block, 0));
  const auto blocks = static_cast<unsigned>(fit * processors);
  for (unsigned n = 1u << 20; n <= 1u << 28; n *= 4) {
    const auto [each, warp, whole, own] = weft::side_by_side(
        15, [&] { one_per_thread<<<n / block, block>>>(count.data()); },
        [&] { one_per_warp<<<n / block, block>>>(count.data()); },
        [&] { one_per_block<<<n / block, block>>>(count.data()); },
        [&] { own_count_first<<<blocks, block>>>(n, count.data()); });
    weft::check(cudaGetLastError());
    const auto report = [n](const char* series, double seconds) {
      weft::report({series, 1.0 * n, "numbers", n / seconds * 1e-9, "G numbers/s"});
    };
    report("one per thread", each);
    report("one per warp", warp);
    report("one per block", whole);
    report("own count first", own);
    CHECK(each == doctest::Approx(warp).epsilon(0.1));
    if (n < 1u << 28) continue;
    CHECK((own < whole && whole < warp));
    const double by_warps = n / 32 / warp, by_blocks = n / block / whole;  // updates per second
    CHECK(by_warps == doctest::Approx(by_blocks).epsilon(0.15));
    CHECK((by_warps > 1e9 && by_warps < 2e9));
  }
}
