// Tangled from chapters/28-attention.md. Edit there. [sha1 cda65bf7b6bfe4b4c520c40bc6ed9e72bf5b8c20]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/attention.cuh"

static const weft::NeedsHopper hopper;

using weft::Bf16, weft::Heads;

std::vector<Bf16> random_bf16(std::size_t count, unsigned seed, float size) {
  std::mt19937 bits(seed);
  std::vector<Bf16> numbers(count);
  for (Bf16& x : numbers) x = __float2bfloat16(size * (static_cast<float>(bits() >> 8) * 0x1p-23f - 1));
  return numbers;
}

template <int d>
struct Inputs {
  std::vector<Bf16> q, k, v;
  weft::Buffer<Bf16> on_q, on_k, on_v;
  explicit Inputs(const Heads& of, float size = 2)
      : q(random_bf16(std::size_t(of.heads) * of.queries * d, 1, size)), k(random_bf16(std::size_t(of.of_keys) * of.keys * d, 2, size)),
        v(random_bf16(k.size(), 3, 1)), on_q(q), on_k(k), on_v(v) {}
};

TEST_CASE("one launch of the last step, for its counters") {
#ifdef __LOOM__
  const Heads of{1, 1, 128, 256, false};
#else
  const Heads of{33, 33, 8192, 8192, false};
#endif
  const Inputs<128> in(of, 1);
  weft::Buffer<Bf16> o(std::vector<Bf16>(in.q.size(), __float2bfloat16(NAN)));
  const Bf16 *q = in.on_q.data(), *k = in.on_k.data(), *v = in.on_v.data();
  weft::AttentionByGroups<weft::Alternating<128>>(q, k, v, o.data(), of)();
  const auto found = o.to_host();
  std::size_t numbers = 0;
  for (const Bf16 x : found) numbers += std::abs(__bfloat162float(x)) <= 1;  // means of values up to 1
  CHECK(numbers == found.size());
  std::printf("every mean is between -1 and 1\n");
}
