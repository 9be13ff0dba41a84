// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 287d2abbf3f9b7a9ebd409415cfcb00a1cad27cc]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/measure.cuh"
#include "common/scan.cuh"
#include "common/side-by-side.cuh"

const weft::NeedsCapability hopper(9);

#ifdef __LOOM__
const int shuffled = setenv("LOOM_BLOCK_ORDER", "shuffled:7", 1);  // before the first launch
#endif

constexpr unsigned warps = 8, rows = 8, stages = 6;            // scanning warps; rows of 128 floats
constexpr unsigned part = 128 * rows, tile = warps * part;     // floats
constexpr unsigned scan_threads = 128 + 32 * warps;

struct Memory {
  alignas(128) float values[stages][tile];
  float of_part[stages][warps], before[stages];
  weft::Mbarrier loaded[stages], known[stages], scanned[stages], empty[stages];
};

struct Work {
  const float* in;
  float* out;
  unsigned n, tiles;  // n is a multiple of four
  weft::TileStatus<float>* sums;
  unsigned launch;

  __device__ unsigned count(unsigned t) const { return min(tile, n - t * tile); }
};

// Calls act(tile, stage, parity) for each tile of this block.
template <class Act>
__device__ void for_my_tiles(const Work& work, Act act) {
  unsigned k = 0;
  for (unsigned t = blockIdx.x; t < work.tiles; t += gridDim.x, ++k)
    act(t, k % stages, k / stages % 2);
}

__device__ float4 four_at(const float* values, unsigned i, unsigned count) {
  return i < count ? *reinterpret_cast<const float4*>(values + i) : float4{};
}
__device__ float sum_of_warp(float mine) {
  for (unsigned distance = 16; distance > 0; distance /= 2)
    mine += __shfl_xor_sync(~0u, mine, distance);
  return mine;
}

__device__ void load_tiles(Memory& m, const Work& work) {  // one thread
  for_my_tiles(work, [&](unsigned t, unsigned s, unsigned parity) {
    m.empty[s].wait(parity ^ 1);
    m.loaded[s].arrive_expecting(work.count(t) * 4);
    weft::load_bulk(m.values[s], work.in + std::size_t{t} * tile, work.count(t) * 4, m.loaded[s]);
  });
}

__device__ void add_tiles(Memory& m, const Work& work) {  // one warp
  const unsigned lane = threadIdx.x % 32;
  for_my_tiles(work, [&](unsigned t, unsigned s, unsigned parity) {
    m.loaded[s].wait(parity);
    float total = 0.0f;
    for (unsigned p = 0; p < warps; ++p) {
      float sums[4] = {};
#pragma unroll
      for (unsigned r = 0; r < rows; ++r) {
        const float4 four = four_at(m.values[s], p * part + r * 128 + lane * 4, work.count(t));
        sums[r % 4] += (four.x + four.y) + (four.z + four.w);
      }
      const float of_part = sum_of_warp((sums[0] + sums[1]) + (sums[2] + sums[3]));
      if (lane == 0) m.of_part[s][p] = of_part;
      total += of_part;
    }
    if (lane == 0) work.sums[t].publish(work.launch, total);
    __syncwarp();  // all lanes have read the tile, which others will overwrite
    if (lane == 0) m.known[s].arrive();
  });
}

__device__ void find_prefixes(Memory& m, const Work& work) {  // one warp
  const unsigned lane = threadIdx.x % 32, each = (gridDim.x + 31) / 32;
  float before = 0.0f;
  for_my_tiles(work, [&](unsigned t, unsigned s, unsigned parity) {
    float sum = 0.0f;  // of the tiles since my last one, t - gridDim.x, with it
    for (unsigned i = lane * each; i < min((lane + 1) * each, gridDim.x); ++i) {
      if (t + i < gridDim.x) continue;  // there is no such tile
      float value;
      while (work.sums[t + i - gridDim.x].read(value) != work.launch) {
      }
      sum += value;
    }
    before += sum_of_warp(sum);
    if (lane == 0) {
      m.empty[s].wait(parity ^ 1);  // the prefix before it has been used
      m.before[s] = before;
      m.known[s].arrive();
    }
  });
}

__device__ void store_tiles(Memory& m, const Work& work) {  // one thread
  for_my_tiles(work, [&](unsigned t, unsigned s, unsigned parity) {
    m.scanned[s].wait(parity);
    weft::store_bulk(work.out + std::size_t{t} * tile, m.values[s], work.count(t) * 4);
    weft::commit_stores();
    weft::wait_until_read<1>();  // all stores except this one have read their stage
    if (t >= gridDim.x) m.empty[(s + stages - 1) % stages].arrive();
  });
  weft::wait_until_read<0>();
}

// Inclusive scan over the lanes, of each row.
__device__ void scan_rows(float (&up_to)[rows]) {
#pragma unroll
  for (unsigned distance = 1; distance < 32; distance *= 2)
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
      const float below = __shfl_up_sync(~0u, up_to[r], distance);
      if (threadIdx.x % 32 >= distance) up_to[r] += below;
    }
}
__device__ void store_rows(float* values, const float4 (&four)[rows], const float (&up_to)[rows],
                           float before, unsigned count) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned r = 0; r < rows; ++r) {
    const float left = __shfl_up_sync(~0u, up_to[r], 1);
    const float b = lane > 0 ? before + left : before;
    const unsigned i = r * 128 + lane * 4;
    if (i < count)
      *reinterpret_cast<float4*>(values + i) = {b + four[r].x, b + four[r].y, b + four[r].z, b + four[r].w};
    before += __shfl_sync(~0u, up_to[r], 31);
  }
}

__device__ void scan_parts(Memory& m, const Work& work) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32 - 4;
  for_my_tiles(work, [&](unsigned t, unsigned s, unsigned parity) {
    m.loaded[s].wait(parity);
    m.known[s].wait(parity);
    float before = m.before[s];
    for (unsigned p = 0; p < warp; ++p) before += m.of_part[s][p];
    float4 four[rows];
    float up_to[rows];
#pragma unroll
    for (unsigned r = 0; r < rows; ++r) {
      four[r] = four_at(m.values[s], warp * part + r * 128 + lane * 4, work.count(t));
      four[r].y += four[r].x;
      four[r].z += four[r].y;
      up_to[r] = four[r].w += four[r].z;
    }
    scan_rows(up_to);
    const unsigned count = work.count(t) - min(work.count(t), warp * part);
    store_rows(m.values[s] + warp * part, four, up_to, before, count);
    weft::fence_async();
    __syncwarp();
    if (lane == 0) m.scanned[s].arrive();
  });
}

__global__ void __launch_bounds__(scan_threads, 1) scan_by_roles(Work work) {
  extern __shared__ __align__(128) unsigned char memory[];
  Memory& m = *reinterpret_cast<Memory*>(memory);
  if (threadIdx.x == 0) {
    for (unsigned s = 0; s < stages; ++s) {
      m.loaded[s].init(1);
      m.known[s].init(2);  // the sums of the parts, and the prefix
      m.scanned[s].init(warps);
      m.empty[s].init(1);
    }
    weft::publish_barriers();
  }
  __syncthreads();
  const unsigned warp = threadIdx.x / 32;
  const bool first_lane = threadIdx.x % 32 == 0;
  if (warp == 0 && first_lane) load_tiles(m, work);
  if (warp == 1) add_tiles(m, work);
  if (warp == 2) find_prefixes(m, work);
  if (warp == 3 && first_lane) store_tiles(m, work);
  if (warp >= 4) scan_parts(m, work);
}

class ScanByRoles {
 public:
  ScanByRoles() : sums_(0) {
    weft::check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0));
    weft::check(cudaFuncSetAttribute(scan_by_roles, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     sizeof(Memory)));
  }
  // Both begin at multiples of 16 bytes and have n floats, a multiple of four.
  void inclusive(const float* in, float* out, unsigned n) {
    const unsigned tiles = (n + tile - 1) / tile;
    if (sums_.size() < tiles) {
      sums_ = weft::Buffer<weft::TileStatus<float>>(tiles);
      weft::check(cudaMemset(sums_.data(), 0, tiles * sizeof(weft::TileStatus<float>)));
    }
    Work work{in, out, n, tiles, sums_.data(), ++launch_};
    void* arguments[] = {&work};
    const unsigned blocks = std::min(tiles, static_cast<unsigned>(processors_));
    weft::check(cudaLaunchCooperativeKernel(scan_by_roles, blocks, scan_threads, arguments,
                                            sizeof(Memory), nullptr));
  }

 private:
  int processors_ = 0;
  weft::Buffer<weft::TileStatus<float>> sums_;
  unsigned launch_ = 0;
};

#ifndef __LOOM__
#include <cub/device/device_scan.cuh>

TEST_CASE("a scan by roles compared with look-back, CUB and a copy" * doctest::skip(!weft::measuring())) {
  for (const unsigned n : {1u << 28, 1u << 26, 1u << 24, 1u << 22, 1u << 20}) {
    std::mt19937 bits(7);
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(bits() >> 8) * 0x1p-24f - 0.5f;
    const weft::Buffer<float> in(values);
    weft::Buffer<float> out(n), other(n);
    std::size_t bytes = 0;
    weft::check(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.data(), other.data(), n));
    weft::Buffer<char> space(bytes);
    weft::Scan<weft::Sum<float>> look_back;
    ScanByRoles by_roles;
    const auto seconds = weft::side_by_side(
        11, [&] { cudaMemcpyAsync(other.data(), in.data(), 4ul * n, cudaMemcpyDeviceToDevice); },
        [&] { cub::DeviceScan::InclusiveSum(space.data(), bytes, in.data(), other.data(), n); },
        [&] { look_back.inclusive(in.view(), other.view()); },
        [&] { by_roles.inclusive(in.data(), out.data(), n); });
    const std::vector<float> first = out.to_host();
    for (int run = 0; run < 3; ++run) {
      weft::check(cudaMemset(out.data(), 0xff, 4ul * n));
      by_roles.inclusive(in.data(), out.data(), n);
      CHECK(out.to_host() == first);
    }
    double sum = 0, magnitude = 0, worst = 0;
    for (unsigned i = 0; i < n; ++i) {
      sum += values[i];
      magnitude += std::abs(values[i]);
      worst = std::max(worst, std::abs(first[i] - sum) / magnitude);
    }
    CHECK(worst < 1e-5);
    const char* const series[] = {"copy", "CUB", "look-back", "by roles"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 4.0 * n, "bytes", 8e-9 * n / seconds[way], "GB/s"});
    if (n == 1u << 28) CHECK(seconds[3] < seconds[2]);
  }
}
#endif

TEST_CASE("integers are summed exactly, for any number of tiles and for a last one that is not full") {
  ScanByRoles scan;
  for (const unsigned n : {4u, tile, tile + 4, 140 * tile / 4 + 332}) {
    std::vector<float> values(n), expected(n);
    float sum = 0.0f;
    for (unsigned i = 0; i < n; ++i) expected[i] = sum += values[i] = static_cast<float>(i * 5 % 7);
    const weft::Buffer<float> in(values);
    weft::Buffer<float> out(std::vector<float>(n, NAN));
    scan.inclusive(in.data(), out.data(), n);
    CHECK(out.to_host() == expected);
  }
  std::printf("tiles of %u floats, %u in flight per block\n", tile, stages);
}
