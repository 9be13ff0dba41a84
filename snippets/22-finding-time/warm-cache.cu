// Tangled from chapters/22-finding-time.md. Edit there. [sha1 69325c8b3828ca217d9e4715ecb87965facf85b0]
#include <algorithm>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/timer.cuh"

// Each thread adds up its elements, one load after the other.
__global__ void add_up(const unsigned* x, std::size_t n, unsigned* sums) {
  const std::size_t thread = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  unsigned sum = 0;
#pragma unroll 1
  for (std::size_t i = thread; i < n; i += gridDim.x * std::size_t{blockDim.x}) sum += x[i];
  sums[thread] = sum;
}

constexpr unsigned threads = 1'024;

unsigned blocks_of_device() {
#ifdef __LOOM__
  return 2;
#else
  int count = 0;
  weft::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
  return static_cast<unsigned>(count);
#endif
}

TEST_CASE("every element is added once, whatever the size, and reading another array changes nothing") {
  const unsigned blocks = blocks_of_device();
  weft::Buffer<unsigned> sums(blocks * threads), others(blocks * threads);
  const weft::Buffer<unsigned> other(std::vector<unsigned>(5'000, 7));
  for (const std::size_t n : {std::size_t{1}, std::size_t{1'000}, std::size_t{10'007}}) {
    const weft::Buffer<unsigned> x(std::vector<unsigned>(n, 3));
    for (int repetition = 0; repetition < 2; ++repetition) {
      add_up<<<blocks, threads>>>(other.data(), other.size(), others.data());
      add_up<<<blocks, threads>>>(x.data(), n, sums.data());
      const std::vector<unsigned> found = sums.to_host();
      CHECK(std::accumulate(found.begin(), found.end(), 0u) == 3 * n);
    }
  }
}

TEST_CASE("a small array read again comes from L2, a large one does not" * doctest::skip(!weft::measuring())) {
  const unsigned blocks = blocks_of_device();
  weft::Buffer<unsigned> sums(blocks * threads);
  const weft::Buffer<unsigned> other(std::vector<unsigned>(1 << 26, 1));  // 256 MiB
  const weft::Buffer<unsigned> all(std::vector<unsigned>(1 << 28, 1));
  const auto read = [&](const weft::Buffer<unsigned>& x, std::size_t n) {
    add_up<<<blocks, threads>>>(x.data(), n, sums.data());
  };
  const auto median = [&](std::size_t n, bool again) {
    std::vector<double> times;
    for (int repetition = 0; repetition < 12; ++repetition) {
      read(other, other.size());  // L2 is full of it
      if (again) read(all, n);
      weft::Timer timer;
      read(all, n);
      times.push_back(timer.seconds());
    }
    std::sort(times.begin(), times.end());
    return times[6];
  };
  for (const std::size_t n : {1ul << 20, 1ul << 22, 1ul << 24, 1ul << 26, 1ul << 28}) {
    const double flushed = median(n, false), repeated = median(n, true);
    weft::report({"read again", 4.0 * n, "bytes", 4e-9 * n / repeated, "GB/s"});
    weft::report({"after a flush", 4.0 * n, "bytes", 4e-9 * n / flushed, "GB/s"});
    if (n == 1ul << 22) CHECK(flushed > 1.25 * repeated);
    if (n == 1ul << 28) CHECK(flushed < 1.1 * repeated);
  }
}
