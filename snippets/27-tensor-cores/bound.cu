// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 bf83acc1a2fed34d251322c04edd80e2760f8572]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/tensor-core.cuh"

static const weft::NeedsCapability at_least(8);

using weft::Bf16;

// c = a b for one warp, with sums of k terms: a is 16 × k by rows, b is 8 × k by rows.
__global__ void long_product(const Bf16* a, const Bf16* b, float* c, unsigned k) {
  const unsigned group = threadIdx.x / 4, first = threadIdx.x % 4 * 2;
  const auto pair = [](const Bf16* at) { return *reinterpret_cast<const unsigned*>(at); };
  float sums[4] = {};
  for (unsigned step = first; step < k; step += 16)
    weft::mma(sums,
              {pair(a + group * k + step), pair(a + (group + 8) * k + step),
               pair(a + group * k + step + 8), pair(a + (group + 8) * k + step + 8)},
              {pair(b + group * k + step), pair(b + group * k + step + 8)});
  for (unsigned i = 0; i < 4; ++i) c[(group + i / 2 * 8) * 8 + first + i % 2] = sums[i];
}

// The largest error in units of u times the sum of magnitudes, and whether every sum is too small.
struct Found {
  double worst = 0;
  bool all_too_small = true;
};

Found find(unsigned k, bool positive) {
  std::mt19937 bits(1);
  const auto numbers = [&](std::size_t count) {
    std::vector<Bf16> all(count);
    for (Bf16& x : all) x = __float2bfloat16(static_cast<float>(bits() >> 8) * 0x1p-24f - (positive ? 0.0f : 0.5f));
    return all;
  };
  const auto a = numbers(16 * k), b = numbers(8 * k);
  const weft::Buffer<Bf16> on_a(a), on_b(b);
  weft::Buffer<float> c(16 * 8);
  long_product<<<1, 32>>>(on_a.data(), on_b.data(), c.data(), k);
  weft::check(cudaGetLastError());
  const auto found = c.to_host();
  Found result;
  for (unsigned i = 0; i < 16; ++i)
    for (unsigned j = 0; j < 8; ++j) {
      double sum = 0, magnitude = 0;
      for (unsigned l = 0; l < k; ++l) {
        const double term = 1.0 * __bfloat162float(a[i * k + l]) * __bfloat162float(b[j * k + l]);
        sum += term;
        magnitude += std::abs(term);
      }
      const double error = std::abs(found[i * 8 + j] - sum) / (0x1p-24 * magnitude);
      result.worst = error <= result.worst ? result.worst : error >= result.worst ? error : INFINITY;
      result.all_too_small = result.all_too_small && found[i * 8 + j] < sum;
    }
  return result;
}

TEST_CASE("sums of positive numbers are too small, all of them, and within the bound") {
  for (const unsigned k : {256u, 1024u, 4096u}) {
    const Found positive = find(k, true), both = find(k, false);
    CHECK(positive.worst <= 1.01 * 0.66 * k);
    CHECK(positive.all_too_small);
    CHECK(both.worst < positive.worst);
    std::printf("%u terms: %.0f u of at most %.0f; with both signs %.1f\n", k, positive.worst, 0.66 * k, both.worst);
  }
}
