// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 4f506e1c0e4be4c7100ab5c2930a4290b66fee15]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"

constexpr unsigned bins = 256;
using Bytes = weft::View<const unsigned char>;

std::vector<unsigned> count_on_host(const std::vector<unsigned char>& bytes) {
  std::vector<unsigned> counts(bins, 0);
  for (const unsigned char byte : bytes) ++counts[byte];
  return counts;
}

__device__ std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }

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

double wavefronts(void (*kernel)(Bytes, unsigned*), unsigned threads) {
  const weft::Buffer<unsigned char> file(make_file(1 << 16, 0));
  weft::Buffer<unsigned> counts(std::vector<unsigned>(bins, 0));
  return loom::observe([&] { kernel<<<1, threads>>>(file.view(), counts.data()); })
      .shared_atomics.wavefronts_per_request();
}

TEST_CASE("random bytes conflict in the banks, unless each lane has its own") {
  const double shared = wavefronts(count_by_sixteen, 256), own = wavefronts(count_by_lane<1>, 1024);
  CHECK(shared > 2.8);
  CHECK(shared < 4);
  CHECK(own < 1.5);
#ifdef __LOOM__
  std::printf("wavefronts per request: %.1f, and %.1f with a copy for each lane\n", shared, own);
#endif
}
