// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 f35c91632cbb83f47e9a5a0e6d7e6e554b15b1ff]
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/tensor-core.cuh"

static const weft::NeedsCapability at_least(8);

using Bf16 = __nv_bfloat16;

// c = a b for one warp: a is 16 × 16 by rows, b is 16 × 8 by columns, c is 16 × 8 by rows.
__global__ void one_product(const Bf16* a, const Bf16* b, float* c) {
  const unsigned group = threadIdx.x / 4, first = threadIdx.x % 4 * 2;
  const auto pair = [](const Bf16* at) { return *reinterpret_cast<const unsigned*>(at); };
  const unsigned of_a[4] = {pair(a + group * 16 + first), pair(a + (group + 8) * 16 + first),
                            pair(a + group * 16 + first + 8), pair(a + (group + 8) * 16 + first + 8)};
  const unsigned of_b[2] = {pair(b + group * 16 + first), pair(b + group * 16 + first + 8)};
  float sums[4] = {};
  weft::mma(sums, of_a, of_b);
  for (unsigned i = 0; i < 4; ++i)
    c[(group + i / 2 * 8) * 8 + first + i % 2] = sums[i];
}

TEST_CASE("a lane brings twelve elements in six words, and gets four sums") {
  const weft::Buffer<Bf16> a(std::vector<Bf16>(16 * 16)), b(std::vector<Bf16>(8 * 16));
  weft::Buffer<float> c(16 * 8);
  const auto seen = loom::observe([&] { one_product<<<1, 32>>>(a.data(), b.data(), c.data()); });
  CHECK(seen.global_loads.requests == 6);
  CHECK(seen.global_stores.requests == 4);
  std::printf("%d + %d elements, %d sums\n", 4 * 2, 2 * 2, 4);
}
