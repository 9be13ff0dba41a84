// fails: the keys of a head are divided among blocks, and the keys of a block among threads
#include <cuda_runtime.h>

#include <cstddef>

#include "28-attention/split-keys.hpp"
#include "common/softmax.cuh"

constexpr unsigned d = 64;

__global__ void attend(const float* q, const float* k, const float* v, float* o, unsigned heads, unsigned keys) {
  for (std::size_t head = 0; head < heads; ++head) {
    weft::Powers powers;
    float sums[d] = {};
    for (std::size_t key = head * keys; key < (head + 1) * keys; ++key) {
      float score = 0;
      for (unsigned c = 0; c < d; ++c) score += q[head * d + c] * k[key * d + c];
      const float t = score * 1.44269504f / 8, factor = powers.raise(t), power = weft::exp2_of(t - powers.base());
      powers.sum += power;
      for (unsigned c = 0; c < d; ++c) sums[c] = sums[c] * factor + power * v[key * d + c];
    }
    for (unsigned c = 0; c < d; ++c) o[head * d + c] = sums[c] / powers.sum;
  }
}

std::size_t space_for(unsigned, unsigned) { return 1; }

void attend_one(const float* q, const float* k, const float* v, float* o, unsigned heads, unsigned keys, float*) {
  attend<<<1, 1>>>(q, k, v, o, heads, keys);
  weft::check(cudaGetLastError());
}
