// Tangled from chapters/28-attention.md. Edit there. [sha1 181573b265672f190e7a206d00ec48fc57b1fd4f]
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/attention.cuh"

static const weft::NeedsCapability at_least(8);

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

TEST_CASE("1.25 wavefronts per instruction load fragments, with next to no bank conflicts") {
  const Heads of{1, 1, 128, 3 * 64, false};
  const Inputs<128> in(of);
  weft::Buffer<Bf16> o(in.q.size());
  const auto seen = loom::observe([&] {
    weft::attend_by_warps<128>(in.on_q.data(), in.on_k.data(), in.on_v.data(), o.data(), of);
  });
  const std::size_t wavefronts = seen.shared_loads.wavefronts, least = 3 * 1024 * 5 / 4;
  CHECK(wavefronts >= least);
  CHECK(wavefronts <= least + least / 100);  // copies that arrive may delay a load
  CHECK(seen.shared_loads.conflicts <= least / 100);
  std::printf("%.2f wavefronts per instruction\n", static_cast<double>(wavefronts) / (3 * 1024));
}
