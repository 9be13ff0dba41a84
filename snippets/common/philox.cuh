// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 91d4346d2a6b56e701d5452f20d93edbc652889a]
#pragma once

#include "common/check.cuh"

#include <array>
#include <cstdint>

namespace weft {

// The keys of the ten rounds, which depend only on the seed.
inline std::array<uint2, 10> philox_keys(std::uint64_t seed) {
  std::array<uint2, 10> keys{};
  uint2 key{static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  for (uint2& of_round : keys) {
    of_round = key;
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return keys;
}

// Four random words: a function of the counter and the keys.
__host__ __device__ inline uint4 philox(uint4 c, const uint2* keys) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t x = std::uint64_t{0xd2511f53u} * c.x, z = std::uint64_t{0xcd9e8d57u} * c.z;
    c = {static_cast<unsigned>(z >> 32) ^ c.y ^ keys[round].x, static_cast<unsigned>(z),
         static_cast<unsigned>(x >> 32) ^ c.w ^ keys[round].y, static_cast<unsigned>(x)};
  }
  return c;
}

__constant__ uint2 round_keys[10];

inline void seed_philox(std::uint64_t seed) {
  const auto keys = philox_keys(seed);
  check(cudaMemcpyToSymbol(round_keys, keys.data(), sizeof keys));
}

// Four words per path and draw.
__device__ inline uint4 four_words(std::uint64_t path, unsigned draw) {
  const auto low = static_cast<unsigned>(path), high = static_cast<unsigned>(path >> 32);
  return philox({draw, 0, low, high}, round_keys);
}

// Two normal numbers of two words, by the Box–Muller method.
__device__ inline float2 two_normals(unsigned radius, unsigned angle) {
  const float u = fmaf(static_cast<float>(radius), 0x1p-32f, 0x1p-33f);  // in (0, 1]
  // In [1, 2): 23 bits of the angle after the point, the first of them inverted.
  const float v = __uint_as_float(angle >> 9 ^ 0x3fc00000u);
  const float turned = fmaf(v, 6.2831853f, -9.4247780f);                 // in [-pi, pi)
  const float square = fmaxf(-2.0f * __logf(u), 1e-30f);
  const float r = square * rsqrtf(square);
  return {r * __sinf(turned), r * __cosf(turned)};
}

// Four per path and draw.
__device__ inline float4 four_normals(std::uint64_t path, unsigned draw) {
  const uint4 words = four_words(path, draw);
  const float2 one = two_normals(words.x, words.y), two = two_normals(words.z, words.w);
  return {one.x, one.y, two.x, two.y};
}

}  // namespace weft
