// Tangled from chapters/10-reductions.md. Edit there. [sha1 0ba60d6faea2b79010850062a4168cac8f4628fb]
#include <cstdio>
#include <numeric>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

inline __device__ unsigned bits(unsigned one) { return one; }
inline __device__ unsigned bits(uint4 four) { return four.x ^ four.y ^ four.z ^ four.w; }

// Reads everything, `batch` loads before the first use, and stores the exclusive or of all values.
template <class Wide, unsigned batch>
__global__ void read_all(const Wide* from, std::size_t count, unsigned* all) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned mine = 0;
#pragma unroll 1
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
       i += batch * threads) {
    Wide loaded[batch];
    for (unsigned b = 0; b < batch; ++b) loaded[b] = from[i + b * threads];
    for (unsigned b = 0; b < batch; ++b) mine ^= bits(loaded[b]);
  }
  atomicXor(all, mine);
}

// Bytes in flight on a multiprocessor that holds `blocks` blocks of `threads` threads.
template <class Wide, unsigned batch>
constexpr std::size_t in_flight(unsigned blocks, unsigned threads) {
  return std::size_t{blocks} * threads * batch * sizeof(Wide);
}
static_assert(in_flight<unsigned, 1>(8, 256) == 8 << 10);
static_assert(in_flight<uint4, 4>(8, 256) == 128 << 10);

constexpr unsigned threads = 256;

template <class Wide, unsigned batch>
void expect_all_read(const char* name) {
  constexpr std::size_t words = 1 << 16;
  std::vector<unsigned> values(words);
  std::iota(values.begin(), values.end(), 1u);
  const weft::Buffer<unsigned> from(values);
  weft::Buffer<unsigned> all(std::vector<unsigned>{0});
  constexpr std::size_t count = words * sizeof(unsigned) / sizeof(Wide);
  const auto seen = loom::observe([&] {
    read_all<Wide, batch><<<2, threads>>>(reinterpret_cast<const Wide*>(from.data()), count,
                                         all.data());
  });
  CHECK(all.to_host()[0] == 1 << 16);  // 1 ^ 2 ^ … ^ 65,536
  CHECK(seen.global_loads.requests == count / 32);
  CHECK(seen.global_loads.sectors_per_request() == sizeof(Wide));
  std::printf("%s: %4zu requests of %2zu sectors, %3zu KiB in flight\n", name, count / 32,
              sizeof(Wide), in_flight<Wide, batch>(8, threads) >> 10);
}

TEST_CASE("a batch changes what is in flight, and neither requests nor sectors") {
  expect_all_read<unsigned, 1>("4 bytes     ");
  expect_all_read<uint4, 1>("16 bytes    ");
  expect_all_read<uint4, 4>("4 × 16 bytes");
}

// The rate with eight blocks on each multiprocessor, in GB/s.
template <class Wide, unsigned batch>
double over_blocks(const char* series, const weft::Buffer<unsigned>& from) {
  double rate = 0.0;
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  weft::Buffer<unsigned> all(std::vector<unsigned>{0});
  for (unsigned blocks = 1; blocks <= 8; ++blocks) {  // on each multiprocessor
    const std::size_t iteration = std::size_t{blocks} * processors * threads * batch;
    const std::size_t count = from.size() * sizeof(unsigned) / sizeof(Wide) / iteration * iteration;
    const double seconds = weft::median_seconds(15, [&] {
      read_all<Wide, batch><<<blocks * processors, threads>>>(
          reinterpret_cast<const Wide*>(from.data()), count, all.data());
    });
    weft::check(cudaGetLastError());
    rate = 1e-9 * static_cast<double>(count * sizeof(Wide)) / seconds;
    weft::report({series, 1.0 * in_flight<Wide, batch>(blocks, threads), "bytes", rate, "GB/s"});
  }
  return rate;
}

TEST_CASE("speed over bytes in flight" * doctest::skip(!weft::measuring())) {
  std::vector<unsigned> values(std::size_t{1} << 28);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<unsigned>(i) * 2654435761u;
  const weft::Buffer<unsigned> from(values);
  const double words = over_blocks<unsigned, 1>("4 bytes", from);
  over_blocks<unsigned, 4>("4 × 4 bytes", from);
  const double wide = over_blocks<uint4, 1>("16 bytes", from);
  const double batches = over_blocks<uint4, 4>("4 × 16 bytes", from);
  CHECK(words < 0.9 * batches);  // 8 KiB are not enough
  CHECK(wide > 0.93 * batches);  // 32 KiB nearly are
}
