// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 abd6fba965a85334a41115d41e53007de690e235]
#include <array>
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

constexpr std::size_t wide = sizeof(uint4);

// Counts the bytes of a word; counter `bin` lies at counters[bin * step].
template <unsigned step>
__device__ void count_word(unsigned* counters, unsigned word) {
  for (int k = 0; k < 4; ++k) atomicAdd_block(&counters[(word >> 8 * k & 0xff) * step], 1u);
}

template <unsigned step>
__device__ void count_quad(unsigned* counters, uint4 quad) {
  for (const unsigned word : {quad.x, quad.y, quad.z, quad.w}) count_word<step>(counters, word);
}

// The last bytes, fewer than sixteen, are counted by the first threads of the grid.
__device__ void count_rest(Bytes bytes, unsigned* counts) {
  const std::size_t i = bytes.size() / wide * wide + my_number();
  if (i < bytes.size()) atomicAdd(&counts[bytes[i]], 1u);
}

__global__ void count_by_sixteen(Bytes bytes, unsigned* counts) {
  __shared__ unsigned of_block[bins];
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) of_block[bin] = 0;
  __syncthreads();
  const auto* const quads = reinterpret_cast<const uint4*>(bytes.data());
  for (std::size_t i = my_number(); i < bytes.size() / wide; i += all_threads())
    count_quad<1>(of_block, quads[i]);
  count_rest(bytes, counts);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
    atomicAdd(&counts[bin], of_block[bin]);
}

constexpr unsigned lanes = 32;

template <int loads>
__global__ void __launch_bounds__(1024) count_by_lane(Bytes bytes, unsigned* counts) {
  __shared__ unsigned of_lane[bins * lanes];  // copy l of counter b is word 32 b + l, in bank l
  for (unsigned i = threadIdx.x; i < bins * lanes; i += blockDim.x) of_lane[i] = 0;
  __syncthreads();
  unsigned* const mine = of_lane + threadIdx.x % lanes;
  const auto* const quads = reinterpret_cast<const uint4*>(bytes.data());
  const std::size_t n = bytes.size() / wide;
  std::size_t i = my_number();
  for (; i + (loads - 1) * all_threads() < n; i += loads * all_threads()) {
    uint4 loaded[loads];
    for (int k = 0; k < loads; ++k) loaded[k] = quads[i + k * all_threads()];
    for (const uint4 quad : loaded) count_quad<lanes>(mine, quad);
  }
  for (; i < n; i += all_threads()) count_quad<lanes>(mine, quads[i]);
  count_rest(bytes, counts);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    unsigned sum = 0;  // thread `bin` begins with copy `bin` % 32: a bank for each lane here, too
    for (unsigned c = 0; c < lanes; ++c) sum += of_lane[bin * lanes + (c + bin) % lanes];
    atomicAdd(&counts[bin], sum);
  }
}

using Way = void (*)(Bytes, unsigned*);

template <auto kernel, unsigned threads>
unsigned as_many_as_fit() {
  int processors = 0, fit = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, threads, 0));
  return static_cast<unsigned>(fit * processors);
}

template <auto kernel, unsigned threads = 256>
void by(Bytes bytes, unsigned* counts) {
  static const unsigned blocks = as_many_as_fit<kernel, threads>();
  weft::check(cudaMemsetAsync(counts, 0, bins * sizeof(unsigned)));
  kernel<<<blocks, threads>>>(bytes, counts);
  weft::check(cudaGetLastError());
}

const std::vector<Way> ways = {by<count_in_global>, by<count_in_shared>, by<count_by_warp>,
                               by<count_by_sixteen>, by<count_by_lane<1>, 1024>,
                               by<count_by_lane<2>, 1024>};

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

#ifdef __LOOM__
constexpr std::size_t large_file = 70'001;
#else
constexpr std::size_t large_file = 100 << 20;
#endif

void expect_all_to_agree(const std::vector<unsigned char>& bytes) {
  const std::vector<unsigned> expected = count_on_host(bytes);
  const weft::Buffer<unsigned char> file(bytes);
  for (const Way way : ways) {
    weft::Buffer<unsigned> counts(std::vector<unsigned>(bins, 4711));
    way(file.view(), counts.data());
    CHECK(counts.to_host() == expected);
  }
}

TEST_CASE("six ways count as the host does, whatever the size") {
  for (const std::size_t size : {1, 15, 16, 31, 255, 257, 4097}) expect_all_to_agree(make_file(size, 0));
}

TEST_CASE("threads that perform several iterations count every byte, with one load in flight or two") {
  const std::vector<unsigned char> bytes = make_file(70'001, 0);
  const weft::Buffer<unsigned char> file(bytes);
  for (const Way kernel : {count_by_lane<1>, count_by_lane<2>}) {
    weft::Buffer<unsigned> counts(std::vector<unsigned>(bins, 0));
    kernel<<<1, 1024>>>(file.view(), counts.data());
    weft::check(cudaGetLastError());
    CHECK(counts.to_host() == count_on_host(bytes));
  }
}

TEST_CASE("six ways count a large file to the last byte, whatever is in it") {
  for (const unsigned equal : {0u, 90u, 100u}) expect_all_to_agree(make_file(large_file, equal));
  const std::vector<unsigned> counts = count_on_host(make_file(1000, 50));
  std::printf("of 1000 bytes, %u are zero\n", counts[0]);
}

#ifndef __LOOM__
#include <cub/device/device_histogram.cuh>

// Called without a workspace, it only says how large a one it needs.
cudaError_t count_by_library(char* workspace, std::size_t& size, Bytes bytes, unsigned* counts) {
  const auto n = static_cast<long long>(bytes.size());
  return cub::DeviceHistogram::HistogramEven(workspace, size, bytes.data(), counts, int{bins} + 1, 0,
                                             int{bins}, n);
}

// The seconds of each of our ways, and of the library, in that order.
std::array<double, 7> time_all(Bytes file) {
  std::size_t workspace_size = 0;
  weft::check(count_by_library(nullptr, workspace_size, file, nullptr));
  weft::Buffer<char> workspace(workspace_size);
  weft::Buffer<unsigned> counts(bins);
  const auto with = [&](Way way) { return [&, way] { way(file, counts.data()); }; };
  return weft::side_by_side(9, with(ways[0]), with(ways[1]), with(ways[2]), with(ways[3]),
                            with(ways[4]), with(ways[5]), [&] {
                              weft::check(count_by_library(workspace.data(), workspace_size, file,
                                                           counts.data()));
                            });
}

TEST_CASE("our histograms compared with CUB's" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t size = 512 << 20;
  for (const unsigned equal : {0u, 50u, 90u, 100u}) {
    const std::vector<unsigned char> bytes = make_file(size, equal);
    const weft::Buffer<unsigned char> file(bytes);
    const auto seconds = time_all(file.view());
    const char* const series[] = {"global", "shared", "by warp", "by sixteen", "copies", "by lane", "CUB"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * equal, "% equal bytes", size / seconds[way] * 1e-9, "GB/s"});
    const auto host = weft::side_by_side(1, [&] { CHECK(count_on_host(bytes)[0] > 0); });
    weft::report({"host", 1.0 * equal, "% equal bytes", size / host[0] * 1e-9, "GB/s"});
    if (equal == 100) CHECK((size / seconds[0] > 1e9 && size / seconds[0] < 2e9));
    CHECK(seconds[2] > seconds[1]);  // by warp, shared
    if (equal == 0) CHECK(seconds[4] < seconds[3]);  // copies, by sixteen
    const double in_flight = 256.0 * as_many_as_fit<count_in_shared, 256>();  // one byte per thread
    CHECK((in_flight * seconds[1] / size > 0.2e-6 && in_flight * seconds[1] / size < 0.8e-6));
  }
}
#endif
