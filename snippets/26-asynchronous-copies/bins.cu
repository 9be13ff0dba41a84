// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 12fe3e641aa13bd0bfda4d35a746445c5d67c8f8]
#include <algorithm>
#include <cstdio>

#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

const weft::NeedsCapability hopper(9);

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

constexpr unsigned bins = 1 << 16;
namespace cg = cooperative_groups;

template <class Count>
__device__ void for_each_key(const uint4* keys, std::size_t n, std::size_t i, std::size_t step,
                             Count count) {
  for (; i < n; i += step) {
    const uint4 eight = keys[i];
    for (const unsigned two : {eight.x, eight.y, eight.z, eight.w}) {
      count(two & 0xffff);
      count(two >> 16);
    }
  }
}

template <unsigned blocks>
__global__ void count_in_cluster(const uint4* keys, std::size_t n, unsigned* counts) {
  extern __shared__ unsigned mine[];  // bins rank, rank + blocks, rank + 2 blocks …
  const cg::cluster_group cluster = cg::this_cluster();
  for (unsigned b = threadIdx.x; b < bins / blocks; b += blockDim.x) mine[b] = 0;
  cluster.sync();
  for_each_key(keys, n, my_number(), all_threads(), [&](unsigned key) {
    atomicAdd(cluster.map_shared_rank(mine, key % blocks) + key / blocks, 1u);
  });
  cluster.sync();
  for (unsigned b = threadIdx.x; b < bins / blocks; b += blockDim.x)
    if (mine[b] > 0) atomicAdd(&counts[b * blocks + cluster.block_rank()], mine[b]);
}

template <unsigned shares>
__global__ void count_own_share(const uint4* keys, std::size_t n, unsigned* counts) {
  extern __shared__ unsigned mine[];
  for (unsigned b = threadIdx.x; b < bins / shares; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  const unsigned share = blockIdx.x % shares;
  const std::size_t group = blockIdx.x / shares, groups = gridDim.x / shares;
  for_each_key(keys, n, group * blockDim.x + threadIdx.x, groups * blockDim.x, [&](unsigned key) {
    if (key % shares == share) atomicAdd_block(&mine[key / shares], 1u);
  });
  __syncthreads();
  for (unsigned b = threadIdx.x; b < bins / shares; b += blockDim.x)
    if (mine[b] > 0) atomicAdd(&counts[b * shares + share], mine[b]);
}

__global__ void count_in_global(const uint4* keys, std::size_t n, unsigned* counts) {
  for_each_key(keys, n, my_number(), all_threads(), [&](unsigned key) { atomicAdd(&counts[key], 1u); });
}

using Way = void (*)(const uint4*, std::size_t, unsigned*);

// Blocks of this many threads, as many as the device can hold with so much shared memory.
void launch(Way kernel, unsigned threads, unsigned shared, unsigned blocks, bool cluster,
            const weft::Buffer<uint4>& keys, unsigned* counts) {
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(shared)));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, shared));
  const std::size_t needed = (keys.size() + threads - 1) / threads + blocks - 1;
  const std::size_t most = static_cast<std::size_t>(processors * fit);
  cudaLaunchConfig_t config{};
  config.gridDim = static_cast<unsigned>(std::min(needed, most)) / blocks * blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = shared;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = blocks;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = cluster ? 1 : 0;
  weft::check(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned)));
  weft::check(cudaLaunchKernelEx(&config, kernel, keys.data(), keys.size(), counts));
}

void in_global(const weft::Buffer<uint4>& keys, unsigned* counts) {
  launch(count_in_global, 256, 0, 1, false, keys, counts);
}
template <unsigned blocks>
void in_cluster(const weft::Buffer<uint4>& keys, unsigned* counts) {
  launch(count_in_cluster<blocks>, 1024, bins / blocks * 4, blocks, true, keys, counts);
}
void own_share(const weft::Buffer<uint4>& keys, unsigned* counts) {
  launch(count_own_share<2>, 1024, bins / 2 * 4, 2, false, keys, counts);
}

// Pseudorandom keys, of which only the bits of the mask are not zero.
__global__ void make_keys(unsigned* keys, std::size_t n, unsigned mask) {
  for (std::size_t i = my_number(); i < n; i += all_threads()) {
    unsigned long long bits = i * 0x9e3779b97f4a7c15ull;
    bits = (bits ^ bits >> 31) * 0xbf58476d1ce4e5b9ull;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
    keys[i] = static_cast<unsigned>(bits >> 20) & (mask * 0x10001u);
  }
}
weft::Buffer<uint4> some_keys(std::size_t eights, unsigned mask) {
  weft::Buffer<uint4> keys(eights);
  make_keys<<<1024, 256>>>(reinterpret_cast<unsigned*>(keys.data()), 4 * eights, mask);
  weft::check(cudaGetLastError());
  return keys;
}

TEST_CASE("how fast many bins are counted" * doctest::skip(!weft::measuring())) {
  for (const unsigned mask : {0xffffu, 0x0fffu, 0x00ffu}) {
    constexpr std::size_t count = std::size_t{1} << 29;
    const weft::Buffer<uint4> keys = some_keys(count / 8, mask);
    weft::Buffer<unsigned> counts(bins), others(bins);
    const auto seconds = weft::side_by_side(
        5, [&] { in_global(keys, counts.data()); }, [&] { in_cluster<2>(keys, others.data()); },
        [&] { in_cluster<4>(keys, others.data()); }, [&] { in_cluster<8>(keys, others.data()); },
        [&] { own_share(keys, others.data()); });
    CHECK(counts.to_host() == others.to_host());
    const char* const series[] = {"global atomics", "cluster of 2", "cluster of 4", "cluster of 8",
                                  "own share, read twice"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], mask + 1.0, "different keys", 1e-9 * count / seconds[way], "G keys/s"});
    CHECK(seconds[0] / seconds[1] > 1.5);
    CHECK(seconds[1] / seconds[4] > 2);
  }
}

TEST_CASE("each way counts every key") {
  for (const unsigned mask : {0xffffu, 0x0007u}) {
    const weft::Buffer<uint4> keys = some_keys(2501, mask);
    std::vector<unsigned> expected(bins, 0);
    for (const uint4 eight : keys.to_host())
      for (const unsigned two : {eight.x, eight.y, eight.z, eight.w}) {
        ++expected[two & 0xffff];
        ++expected[two >> 16];
      }
    for (const auto way : {in_global, in_cluster<2>, in_cluster<4>, own_share}) {
      weft::Buffer<unsigned> counts(bins);
      way(keys, counts.data());
      CHECK(counts.to_host() == expected);
    }
  }
  std::printf("65,536 bins of 4 bytes, of which 2 blocks hold 128 KiB each\n");
}
