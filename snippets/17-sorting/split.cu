// Tangled from chapters/17-sorting.md. Edit there. [sha1 f1f99e9caecefb1b5f2585c23a71c3770566a4b9]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <utility>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/scan.cuh"

#ifdef __LOOM__
const int one_at_a_time = setenv("LOOM_CORES", "1", 1);  // so that no block polls twice
#endif

// A source: 1 for each key whose bit is 0.
struct ZeroBits : weft::Elements<unsigned, 4> {
  unsigned bit;
  __device__ unsigned value(const Load& load, unsigned k, std::size_t) const {
    return ~load.of[k] >> bit & 1;
  }
};

__global__ void scatter(weft::View<const unsigned> keys, const unsigned* zeros_before,
                        const unsigned* zeros, unsigned bit, unsigned* to) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < keys.size(); i += all) {
    const unsigned key = keys[i], before = zeros_before[i];
    to[key >> bit & 1 ? *zeros + (i - before) : before] = key;
  }
}

// Bytes moved per key.
double sort_by_bits(std::vector<unsigned> values) {
  weft::Buffer<unsigned> keys(values), other(values.size()), zeros_before(values.size()), zeros(1);
  weft::Scan<weft::Sum<unsigned>> scan;
  const auto seen = loom::observe([&] {
    for (unsigned bit = 0; bit < 32; ++bit) {
      const weft::View<const unsigned> now = std::as_const(keys).view();
      scan(ZeroBits{{now}, bit}, weft::Results<unsigned, 4, false>{zeros_before.view()}, zeros.data());
      scatter<<<64, 256>>>(now, zeros_before.data(), zeros.data(), bit, other.data());
      std::swap(keys, other);
    }
  });
  std::sort(values.begin(), values.end());
  CHECK(keys.to_host() == values);
  return 1.0 * (seen.global_loads.bytes + seen.global_stores.bytes) / values.size();
}

TEST_CASE("thirty-two stable passes sort, and move 20 bytes per key and pass") {
  std::mt19937 random(3);
  std::vector<unsigned> values(8192);
  for (unsigned& value : values) value = random();
  const double moved = sort_by_bits(values);
  CHECK(moved > 32 * 20);
  CHECK(moved < 32 * 22);
  sort_by_bits({7, 3, 3});
#ifdef __LOOM__
  std::printf("bytes moved per key: %.0f\n", moved);
#endif
}
