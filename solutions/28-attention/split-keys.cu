// Exercise "Keys divided among blocks": one query per head, many keys.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>

#include "28-attention/split-keys.hpp"
#include "common/softmax.cuh"

constexpr unsigned d = 64;

// your code begins
constexpr unsigned piece = 256, warps = 4, part_size = d + 2;  // keys of a block; floats of a part

// What is known of some keys: a lane has two of the 64 columns.
struct KeysPart {
  weft::Powers powers;
  float2 sums{0, 0};

  __device__ void add(float reference, float sum, float2 values) {
    const float factor = powers.raise(reference), theirs = weft::exp2_of(reference - powers.base());
    powers.sum += theirs * sum;
    sums = {sums.x * factor + theirs * values.x, sums.y * factor + theirs * values.y};
  }
  __device__ void store(float* to) const {
    const unsigned lane = threadIdx.x % 32;
    if (lane == 0) to[0] = powers.reference;
    if (lane == 0) to[1] = powers.sum;
    to[2 + 2 * lane] = sums.x;
    to[3 + 2 * lane] = sums.y;
  }
  __device__ void add(const float* from) {
    const unsigned lane = threadIdx.x % 32;
    add(from[0], from[1], {from[2 + 2 * lane], from[3 + 2 * lane]});
  }
};

unsigned pieces_of(unsigned keys) { return (keys + piece - 1) / piece; }

__device__ float2 two_columns(const float* row) { return reinterpret_cast<const float2*>(row)[threadIdx.x % 32]; }

__global__ void attend_to_pieces(const float* q, const float* k, const float* v, float* space, unsigned heads, unsigned keys,
                                 unsigned pieces) {
  __shared__ float of_warp[warps][part_size];
  const unsigned warp = threadIdx.x / 32;
  for (std::size_t work = blockIdx.x; work < std::size_t{heads} * pieces; work += gridDim.x) {
    const std::size_t head = work / pieces, first = work % pieces * piece;
    const float2 query = two_columns(q + head * d);
    KeysPart mine;
    for (std::size_t key = first + warp; key < first + piece && key < keys; key += warps) {
      const float2 of_key = two_columns(k + (head * keys + key) * d);
      const float score = weft::join_warp(query.x * of_key.x + query.y * of_key.y, weft::Sum<float>{});
      mine.add(1.44269504f / 8 * score, 1, two_columns(v + (head * keys + key) * d));
    }
    mine.store(of_warp[warp]);
    __syncthreads();
    if (warp == 0) {
      KeysPart all;
      for (unsigned w = 0; w < warps; ++w) all.add(of_warp[w]);
      all.store(space + work * part_size);
    }
    __syncthreads();
  }
}

__global__ void combine_pieces(const float* space, float* o, unsigned heads, unsigned pieces) {
  for (std::size_t head = blockIdx.x; head < heads; head += gridDim.x) {
    KeysPart all;
    for (unsigned p = 0; p < pieces; ++p) all.add(space + (head * pieces + p) * part_size);
    reinterpret_cast<float2*>(o + head * d)[threadIdx.x] = {all.sums.x / all.powers.sum, all.sums.y / all.powers.sum};
  }
}
// your code ends

std::size_t space_for(unsigned heads, unsigned keys) {
  std::size_t floats = 0;
  // your code begins
  floats = std::size_t{heads} * pieces_of(keys) * part_size;
  // your code ends
  return floats;
}

// o = softmax(q kᵀ / √d) v for each head: one row of q and o, `keys` rows of k and v. All are in device memory.
void attend_one(const float* q, const float* k, const float* v, float* o, unsigned heads, unsigned keys, float* space) {
  // your code begins
  const unsigned pieces = pieces_of(keys);
  const std::size_t blocks = std::size_t{heads} * pieces;
  attend_to_pieces<<<static_cast<unsigned>(std::min<std::size_t>(blocks, 4096)), 32 * warps>>>(q, k, v, space, heads, keys, pieces);
  weft::check(cudaGetLastError());
  combine_pieces<<<std::min(heads, 4096u), 32>>>(space, o, heads, pieces);
  weft::check(cudaGetLastError());
  // your code ends
}
