// Tangled from chapters/17-sorting.md. Edit there. [sha1 fff1dbd589b549e1bad7fc30fbd482f7ec3bea76]
#include <algorithm>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/radix-sort.cuh"
#include "common/side-by-side.cuh"

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

// From the input to one array, to the other, and so on; the last pass writes to `sorted`.
struct BitByBit {
  explicit BitByBit(std::size_t n) : between(n), sorted(n), zeros_before(n), zeros(1) {}
  void operator()(weft::View<const unsigned> keys) {
    const auto blocks = static_cast<unsigned>((keys.size() + 255) / 256);
    for (unsigned bit = 0; bit < 32; ++bit) {
      unsigned* const to = bit % 2 == 0 ? between.data() : sorted.data();
      scan(ZeroBits{{keys}, bit}, weft::Results<unsigned, 4, false>{zeros_before.view()}, zeros.data());
      scatter<<<blocks, 256>>>(keys, zeros_before.data(), zeros.data(), bit, to);
      keys = {to, keys.size()};
    }
    weft::check(cudaGetLastError());
  }
  weft::Buffer<unsigned> between, sorted, zeros_before, zeros;
  weft::Scan<weft::Sum<unsigned>> scan;
};

std::vector<unsigned> random_keys(std::size_t n) {
  std::mt19937 random(12);
  std::vector<unsigned> keys(n);
  for (unsigned& key : keys) key = random();
  return keys;
}

TEST_CASE("one bit and eight bits at a time sort alike") {
  for (const std::size_t n : {1, 257, 8193}) {
    std::vector<unsigned> values = random_keys(n);
    const weft::Buffer<unsigned> keys(values);
    weft::Buffer<unsigned> by_digits(n);
    BitByBit by_bits(n);
    weft::RadixSort<unsigned> sort;
    by_bits(keys.view());
    sort(keys.view(), by_digits.view());
    std::sort(values.begin(), values.end());
    CHECK(by_bits.sorted.to_host() == values);
    CHECK(by_digits.to_host() == values);
  }
  std::puts("both sort up to 8193 keys");
}

TEST_CASE("one bit at a time compared with eight" * doctest::skip(!weft::measuring())) {
  for (int shift = 16; shift <= 28; shift += 4) {
    const std::size_t n = std::size_t{1} << shift;
    const weft::Buffer<unsigned> keys(random_keys(n));
    weft::Buffer<unsigned> by_digits(n);
    BitByBit by_bits(n);
    weft::RadixSort<unsigned> sort;
    const auto seconds = weft::side_by_side(
        11, [&] { by_bits(keys.view()); }, [&] { sort(keys.view(), by_digits.view()); });
    const std::vector<unsigned> sorted = by_bits.sorted.to_host();
    CHECK(std::is_sorted(sorted.begin(), sorted.end()));
    CHECK(by_digits.to_host() == sorted);
    weft::report({"one bit", 1.0 * n, "keys", 1e-9 * n / seconds[0], "G keys/s"});
    weft::report({"eight bits", 1.0 * n, "keys", 1e-9 * n / seconds[1], "G keys/s"});
  }
}
