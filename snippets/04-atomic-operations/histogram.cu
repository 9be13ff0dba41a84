// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 b292928ccf3b9d250c8a9075a2c4bb34daaea348]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned bins = 256;
using Bytes = weft::View<const unsigned char>;

std::vector<unsigned> count_on_host(const std::vector<unsigned char>& bytes) {
  std::vector<unsigned> counts(bins, 0);
  for (const unsigned char byte : bytes) ++counts[byte];
  return counts;
}

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

__global__ void count_in_global(Bytes bytes, unsigned* counts) {
  for (std::size_t i = my_number(); i < bytes.size(); i += all_threads())
    atomicAdd(&counts[bytes[i]], 1u);
}

__global__ void count_in_shared(Bytes bytes, unsigned* counts) {
  __shared__ unsigned of_block[bins];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) of_block[bin] = 0;
  __syncthreads();
  for (std::size_t i = my_number(); i < bytes.size(); i += all_threads())
    atomicAdd_block(&of_block[bytes[i]], 1u);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
    atomicAdd(&counts[bin], of_block[bin]);
}

__global__ void count_by_warp(Bytes bytes, unsigned* counts) {
  __shared__ unsigned of_block[bins];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) of_block[bin] = 0;
  __syncthreads();
  const unsigned lane = threadIdx.x % 32;
  for (std::size_t first = my_number() - lane; first < bytes.size(); first += all_threads()) {
    const bool there = first + lane < bytes.size();
    const unsigned readers = __ballot_sync(0xffffffffu, there);
    if (!there) continue;
    const unsigned byte = bytes[first + lane];
    const unsigned same = __match_any_sync(readers, byte);
    const bool leads = lane + 1 == static_cast<unsigned>(__ffs(static_cast<int>(same)));
    if (leads) atomicAdd_block(&of_block[byte], static_cast<unsigned>(__popc(same)));
  }
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
    atomicAdd(&counts[bin], of_block[bin]);
}

constexpr unsigned warps = 8;  // of a block

__device__ void count_word(unsigned* boards, unsigned word) {
  for (int k = 0; k < 4; ++k) atomicAdd_block(&boards[word >> 8 * k & 0xff], 1u);
}

__global__ void count_by_sixteen(weft::View<const uint4> quads, unsigned* counts) {
  __shared__ unsigned of_warp[warps][bins];
  for (unsigned warp = 0; warp < warps; ++warp) of_warp[warp][threadIdx.x] = 0;
  __syncthreads();
  unsigned* const mine = of_warp[threadIdx.x / 32];
  for (std::size_t i = my_number(); i < quads.size(); i += all_threads()) {
    const uint4 quad = quads[i];
    for (const unsigned word : {quad.x, quad.y, quad.z, quad.w}) count_word(mine, word);
  }
  __syncthreads();
  unsigned of_block = 0;
  for (unsigned warp = 0; warp < warps; ++warp) of_block += of_warp[warp][threadIdx.x];
  atomicAdd(&counts[threadIdx.x], of_block);
}
static_assert(32 * warps == bins, "each thread of a block wipes and carries over one bin");

using Way = void (*)(Bytes, unsigned*);

unsigned enough_blocks() {
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return 8 * static_cast<unsigned>(processors);
}

template <auto kernel>
void by(Bytes bytes, unsigned* counts) {
  kernel<<<enough_blocks(), 256>>>(bytes, counts);
  weft::check(cudaGetLastError());
}

void by_sixteen(Bytes bytes, unsigned* counts) {
  const std::size_t quads = bytes.size() / sizeof(uint4);
  const std::size_t counted = quads * sizeof(uint4);
  const auto* const first = reinterpret_cast<const uint4*>(bytes.data());
  count_by_sixteen<<<enough_blocks(), 32 * warps>>>({first, quads}, counts);
  count_in_global<<<1, 32>>>({bytes.data() + counted, bytes.size() - counted}, counts);
  weft::check(cudaGetLastError());
}

const std::vector<Way> ways = {by<count_in_global>, by<count_in_shared>, by<count_by_warp>, by_sixteen};

#ifdef __LOOM__
constexpr std::size_t large_file = 70'001;
#else
constexpr std::size_t large_file = 100 << 20;
#endif

// Random bytes, of which about `equal` in a hundred are replaced by zero.
std::vector<unsigned char> make_file(std::size_t size, unsigned equal) {
  std::vector<unsigned char> bytes(size);
  unsigned state = 12345;
  for (unsigned char& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = state % 65536 * 100 / 65536 < equal ? 0 : static_cast<unsigned char>(state >> 24);
  }
  return bytes;
}

void expect_all_to_agree(const std::vector<unsigned char>& bytes) {
  const std::vector<unsigned> expected = count_on_host(bytes);
  const weft::Buffer<unsigned char> file(bytes);
  for (const Way way : ways) {
    weft::Buffer<unsigned> counts(std::vector<unsigned>(bins, 0));
    way(file.view(), counts.data());
    CHECK(counts.to_host() == expected);
  }
}

TEST_CASE("four ways count as the host does, whatever the size") {
  for (const std::size_t size : {1, 15, 16, 31, 255, 257, 4097}) expect_all_to_agree(make_file(size, 0));
}

TEST_CASE("four ways count a large file to the last byte, whatever is in it") {
  for (const unsigned equal : {0u, 90u, 100u}) expect_all_to_agree(make_file(large_file, equal));
  const std::vector<unsigned> counts = count_on_host(make_file(1000, 50));
  std::printf("of 1000 bytes, %u are zero\n", counts[0]);
}

#ifndef __LOOM__
#include <cub/device/device_histogram.cuh>

// Called without room, it only says how much it needs.
cudaError_t count_by_library(char* room, std::size_t& size, Bytes bytes, unsigned* counts) {
  const auto n = static_cast<long long>(bytes.size());
  return cub::DeviceHistogram::HistogramEven(room, size, bytes.data(), counts, int{bins} + 1, 0,
                                             int{bins}, n);
}

TEST_CASE("ours beside the library's" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t size = 512 << 20;
  std::size_t room_size = 0;
  weft::check(count_by_library(nullptr, room_size, {nullptr, size}, nullptr));
  weft::Buffer<char> room(room_size);
  const auto library = [&](Bytes bytes, unsigned* counts) {
    weft::check(count_by_library(room.data(), room_size, bytes, counts));
  };
  weft::Buffer<unsigned> counts(std::vector<unsigned>(bins, 0));
  for (const unsigned equal : {0u, 50u, 90u, 100u}) {
    const std::vector<unsigned char> bytes = make_file(size, equal);
    const weft::Buffer<unsigned char> file(bytes);
    const auto with = [&](const auto& way) { return [&] { way(file.view(), counts.data()); }; };
    const auto seconds = weft::side_by_side(9, with(ways[0]), with(ways[1]), with(ways[2]),
                                            with(ways[3]), with(library));
    const char* const series[] = {"global", "shared", "by warp", "by sixteen", "CUB"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * equal, "% equal bytes", size / seconds[way] * 1e-9, "GB/s"});
    const auto host = weft::side_by_side(1, [&] { CHECK(count_on_host(bytes)[0] > 0); });
    weft::report({"host", 1.0 * equal, "% equal bytes", size / host[0] * 1e-9, "GB/s"});
  }
}
#endif
