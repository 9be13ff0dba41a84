// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 0e027d9b3f259db76c03212e41a08f019a92d3e9]
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

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

// Integers from -4 to 4: exact in bfloat16, and so are sums of their products in float.
std::vector<__nv_bfloat16> small_integers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<__nv_bfloat16> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back(__float2bfloat16(static_cast<float>(bits() % 9) - 4));
  return numbers;
}

// a bᵀ on the host: a is m × k and b n × k, both by rows.
std::vector<float> plain_product(unsigned m, unsigned n, unsigned k, const std::vector<__nv_bfloat16>& a,
                                 const std::vector<__nv_bfloat16>& b) {
  std::vector<float> c(std::size_t{m} * n, 0.0f);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < k; ++l)
        c[i * n + j] += __bfloat162float(a[i * k + l]) * __bfloat162float(b[j * k + l]);
  return c;
}

TEST_CASE("one instruction multiplies a 16 × 16 and a 16 × 8 matrix") {
  const auto a = small_integers(16 * 16, 1), b = small_integers(8 * 16, 2);
  const weft::Buffer<Bf16> on_a(a), on_b(b);
  weft::Buffer<float> c(16 * 8);
  one_product<<<1, 32>>>(on_a.data(), on_b.data(), c.data());
  weft::check(cudaGetLastError());
  CHECK(c.to_host() == plain_product(16, 8, 16, a, b));
  std::printf("2048 multiply-adds, 64 per lane: c[0][0] = %.0f\n", c.to_host()[0]);
}
