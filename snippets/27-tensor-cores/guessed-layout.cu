// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 33b9252f5d40af6b64b8e9d313628496cbc0e344]
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/tensor-core.cuh"

static const weft::NeedsCapability at_least(8);

using weft::Bf16;

// As in one_product, with the second and the third register of a exchanged.
__global__ void guessed(const Bf16* a, const Bf16* b, float* c) {
  const unsigned group = threadIdx.x / 4, first = threadIdx.x % 4 * 2;
  const auto pair = [](const Bf16* at) { return *reinterpret_cast<const unsigned*>(at); };
  float sums[4] = {};
  weft::mma(sums,
            {pair(a + group * 16 + first), pair(a + group * 16 + first + 8),
             pair(a + (group + 8) * 16 + first), pair(a + (group + 8) * 16 + first + 8)},
            {pair(b + group * 16 + first), pair(b + group * 16 + first + 8)});
  for (unsigned i = 0; i < 4; ++i) c[(group + i / 2 * 8) * 8 + first + i % 2] = sums[i];
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

bool is_right(const std::vector<Bf16>& a, const std::vector<Bf16>& b) {
  const weft::Buffer<Bf16> on_a(a), on_b(b);
  weft::Buffer<float> c(16 * 8);
  guessed<<<1, 32>>>(on_a.data(), on_b.data(), c.data());
  weft::check(cudaGetLastError());
  return c.to_host() == plain_product(16, 8, 16, a, b);
}

TEST_CASE("a guessed layout passes with ones, and fails with random integers") {
  const std::vector<Bf16> ones(256, __float2bfloat16(1));
  CHECK(is_right(ones, {ones.begin(), ones.begin() + 128}));
  CHECK_FALSE(is_right(small_integers(256, 1), small_integers(128, 2)));
}
