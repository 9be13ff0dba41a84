// Tangled from chapters/28-attention.md. Edit there. [sha1 b4c2cbe13c18dfbf45208b94540715d1cb559367]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/softmax.cuh"

// As weft::Powers, without the test.
struct Unguarded {
  float reference = -INFINITY, sum = 0;
  __device__ void add(const float* t, unsigned n) {
    const float before = reference;
    for (unsigned i = 0; i < n; ++i) reference = fmaxf(reference, t[i]);
    sum *= weft::exp2_of(before - reference);
    for (unsigned i = 0; i < n; ++i) sum += weft::exp2_of(t[i] - reference);
  }
};

struct Guarded : weft::Powers {
  __device__ void add(const float* t, unsigned n) {
    float largest = -INFINITY;
    for (unsigned i = 0; i < n; ++i) largest = fmaxf(largest, t[i]);
    raise(largest);
    for (unsigned i = 0; i < n; ++i) sum += weft::exp2_of(t[i] - base());
  }
};

// Two tiles of 32 exponents.
__global__ void add_tiles(const float* t, float* sums) {
  Unguarded unguarded;
  Guarded guarded;
  for (unsigned tile = 0; tile < 2; ++tile) {
    unguarded.add(t + 32 * tile, 32);
    guarded.add(t + 32 * tile, 32);
  }
  sums[0] = unguarded.sum;
  sums[1] = guarded.sum;
}

TEST_CASE("a first tile that is hidden makes the sum NaN, without a test") {
  for (const bool hidden : {false, true}) {
    std::vector<float> t(64, 1.0f);
    if (hidden) std::fill(t.begin(), t.begin() + 32, -INFINITY);
    const weft::Buffer<float> on_t(t);
    weft::Buffer<float> sums(2);
    add_tiles<<<1, 1>>>(on_t.data(), sums.data());
    weft::check(cudaGetLastError());
    const auto found = sums.to_host();
    CHECK(std::isnan(found[0]) == hidden);
    CHECK(found[1] == (hidden ? 32 : 64));
    std::printf("%s: %s without the test, %g with it\n", hidden ? "first tile hidden" : "nothing hidden",
                std::isnan(found[0]) ? "NaN" : "64", found[1]);
  }
}
