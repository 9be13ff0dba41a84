// Tangled from chapters/28-attention.md. Edit there. [sha1 cd95c75eb378bf2a6c834171b599e74b7eed233a]
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/attention.cuh"

static const weft::NeedsCapability at_least(8);

// One warp with 16 rows. Counts the tiles of 128 scores in which it raises a reference.
__global__ void count_rises(const float* scores, unsigned tiles, float slack, unsigned* rises) {
  weft::Powers rows[2];
  unsigned count = 0;
  for (unsigned tile = 0; tile < tiles; ++tile) {
    float s[16][4];
    for (unsigned i = 0; i < 64; ++i) s[i / 4][i % 4] = scores[(tile * 64 + i) * 32 + threadIdx.x];
    count += weft::raise(s, rows, 1.44269504f, slack).needed;
  }
  if (threadIdx.x == 0) *rises = count;
}

std::vector<float> normal_scores(std::size_t count) {  // a sum of twelve uniform numbers, nearly
  std::mt19937 bits(5);
  std::vector<float> scores(count, -6.0f);
  for (float& score : scores)
    for (int i = 0; i < 12; ++i) score += static_cast<float>(bits() >> 8) * 0x1p-24f;
  return scores;
}

TEST_CASE("without slack, a warp raises its references in about half of 64 tiles; with slack, once") {
  constexpr unsigned tiles = 64;
  const weft::Buffer<float> scores(normal_scores(tiles * 64 * 32));
  weft::Buffer<unsigned> rises(2);
  count_rises<<<1, 32>>>(scores.data(), tiles, 1e-30f, rises.data());
  count_rises<<<1, 32>>>(scores.data(), tiles, 8, rises.data() + 1);
  weft::check(cudaGetLastError());
  const auto found = rises.to_host();
  CHECK(found[0] > 20);
  CHECK(found[0] < 44);
  CHECK(found[1] == 1);
  std::printf("%u tiles: %u times, with slack %u time\n", tiles, found[0], found[1]);
}
