// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 c356d0625e55a48c927c83d843b508a047a3ba59]
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

constexpr unsigned warps_a_block = 4;
constexpr unsigned rows = bins / 4;  // four one-byte counters make a word

struct Tally {
  unsigned word[rows][32];  // by bin / 4 and lane
};
static_assert(sizeof(Tally) == 8192);

// Counts the four bytes of a word into the calling lane's own column.
__device__ void count_word(Tally& tally, unsigned lane, unsigned word) {
  for (int k = 0; k < 4; ++k) {
    const unsigned byte = word >> 8 * k & 0xff;
    ++reinterpret_cast<unsigned char*>(&tally.word[byte / 4][lane])[byte % 4];
  }
}

// Adds up a row of all lanes into four large counters, and wipes it.
__device__ void carry_over(Tally& tally, unsigned row, unsigned lane, unsigned (&large)[4]) {
  unsigned even = 0, odd = 0;
  for (unsigned step = 0; step < 32; ++step) {
    unsigned& word = tally.word[row][(lane + step) % 32];
    even += word & 0x00ff00ff;
    odd += word >> 8 & 0x00ff00ff;
    word = 0;
  }
  large[0] += even & 0xffff;
  large[1] += odd & 0xffff;
  large[2] += even >> 16;
  large[3] += odd >> 16;
}

constexpr unsigned turns = 15;
static_assert(turns * sizeof(uint4) <= 255);

// The next fifteen times sixteen bytes of the calling lane, or what is left of them.
__device__ void count_some(weft::View<const uint4> quads, std::size_t first, Tally& tally,
                           unsigned lane) {
  for (unsigned turn = 0; turn < turns; ++turn) {
    const std::size_t i = first + turn * all_threads();
    if (i >= quads.size()) return;
    const uint4 quad = quads[i];
    count_word(tally, lane, quad.x);
    count_word(tally, lane, quad.y);
    count_word(tally, lane, quad.z);
    count_word(tally, lane, quad.w);
  }
}

__global__ void count_in_private(weft::View<const uint4> quads, unsigned* counts) {
  __shared__ Tally tallies[warps_a_block];
  Tally& tally = tallies[threadIdx.x / 32];
  const unsigned lane = threadIdx.x % 32;
  for (unsigned row = 0; row < rows; ++row) tally.word[row][lane] = 0;
  unsigned large[2][4] = {};
  for (std::size_t first = my_number() - lane; first < quads.size();
       first += turns * all_threads()) {
    count_some(quads, first + lane, tally, lane);
    __syncwarp();
    carry_over(tally, lane, lane, large[0]);
    carry_over(tally, lane + 32, lane, large[1]);
    __syncwarp();
  }
  for (unsigned half = 0; half < 2; ++half)
    for (unsigned part = 0; part < 4; ++part)
      atomicAdd(&counts[4 * (lane + 32 * half) + part], large[half][part]);
}

using Way = void (*)(Bytes, unsigned*);

unsigned enough_blocks(unsigned a_processor) {
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return a_processor * static_cast<unsigned>(processors);
}

void in_private(Bytes bytes, unsigned* counts) {
  const std::size_t quads = bytes.size() / sizeof(uint4);
  const std::size_t counted = quads * sizeof(uint4);
  const auto* const first = reinterpret_cast<const uint4*>(bytes.data());
  count_in_private<<<enough_blocks(6), 32 * warps_a_block>>>({first, quads}, counts);
  count_in_global<<<1, 32>>>({bytes.data() + counted, bytes.size() - counted}, counts);
  weft::check(cudaGetLastError());
}

template <auto kernel>
void by(Bytes bytes, unsigned* counts) {
  kernel<<<enough_blocks(8), 256>>>(bytes, counts);
  weft::check(cudaGetLastError());
}

const std::vector<Way> ways = {by<count_in_global>, by<count_in_shared>, by<count_by_warp>, in_private};

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

class Library {
 public:
  explicit Library(std::size_t bytes) : room_(room_for(bytes)) {}
  void operator()(Bytes bytes, unsigned* counts) {
    std::size_t size = room_.size();
    weft::check(call(room_.data(), size, bytes.data(), counts, bytes.size()));
  }

 private:
  static cudaError_t call(void* room, std::size_t& size, const unsigned char* bytes,
                          unsigned* counts, std::size_t n) {
    return cub::DeviceHistogram::HistogramEven(room, size, bytes, counts, int{bins} + 1, 0,
                                               int{bins}, static_cast<long long>(n));
  }
  static std::size_t room_for(std::size_t n) {
    std::size_t size = 0;
    weft::check(call(nullptr, size, nullptr, nullptr, n));
    return size;
  }
  weft::Buffer<char> room_;
};

TEST_CASE("the fastest queue is none" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t size = 512 << 20;
  Library library(size);
  weft::Buffer<unsigned> counts(std::vector<unsigned>(bins, 0));
  for (const unsigned equal : {0u, 25u, 50u, 75u, 90u, 100u}) {
    const std::vector<unsigned char> bytes = make_file(size, equal);
    const weft::Buffer<unsigned char> file(bytes);
    const auto with = [&](auto& way) { return [&] { way(file.view(), counts.data()); }; };
    const auto seconds = weft::side_by_side(9, with(ways[0]), with(ways[1]), with(ways[2]),
                                            with(ways[3]), with(library));
    const char* const series[] = {"global", "shared", "by warp", "private", "CUB"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * equal, "% equal bytes", size / seconds[way] * 1e-9, "GB/s"});
    const auto host = weft::side_by_side(1, [&] { CHECK(count_on_host(bytes)[0] > 0); });
    weft::report({"host", 1.0 * equal, "% equal bytes", size / host[0] * 1e-9, "GB/s"});
  }
}
#endif
