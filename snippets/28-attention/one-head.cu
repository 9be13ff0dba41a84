// Tangled from chapters/28-attention.md. Edit there. [sha1 a93fe57e9d9ccf60613bcfa623f70d0c448add3a]
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/attention.cuh"
#include "common/measure.cuh"
#include "common/timer.cuh"

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

constexpr int rows = 2048;

int blocks_of(int heads) { return heads * rows / weft::AttentionPlan<weft::Alternating<128>>::queries; }

TEST_CASE("one head of 2,048 queries is 16 blocks") {
  CHECK(blocks_of(1) == 16);
  std::printf("%d blocks per head; %d heads are %d blocks\n", blocks_of(1), 8, blocks_of(8));
}

TEST_CASE("the rate by number of heads" * doctest::skip(!weft::measuring())) {
  for (int heads = 1; heads <= 128; heads *= 2) {
    const Heads of{heads, heads, rows, rows, false};
    const Inputs<128> in(of, 1);
    weft::Buffer<Bf16> o(in.q.size());
    const weft::AttentionByGroups<weft::Alternating<128>> attend(in.on_q.data(), in.on_k.data(), in.on_v.data(), o.data(), of);
    const double operations = 4.0 * heads * rows * rows * 128;
    const int times = 1 + static_cast<int>(1e12 / operations);
    const double seconds = weft::median_seconds(7, [&] {
      for (int t = 0; t < times; ++t) attend();
    });
    weft::report({"alternating", 1.0 * heads, "heads", 1e-12 * times * operations / seconds, "TFLOP/s"});
  }
}
