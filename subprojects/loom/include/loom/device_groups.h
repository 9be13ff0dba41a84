// What cooperative groups are made of: sets of lanes of one warp, and what they hand one another.
#pragma once

#include <cstddef>
#include <type_traits>

#include "loom/device.h"

namespace loom {

// The lane of the n-th set bit (n from 0), or 32 where so many are not set.
__attribute__((always_inline)) inline unsigned nth_lane(unsigned mask, unsigned n) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (mask >> lane & 1 && n-- == 0) return lane;
  return 32;
}

// The bits of `lanes` that belong to `mask`, moved together: bit n of the answer is the n-th lane of the mask.
__attribute__((always_inline)) inline unsigned ranks_of(unsigned lanes, unsigned mask) {
  unsigned ranks = 0;
  for (unsigned rank = 0; mask; mask &= mask - 1, ++rank)
    if (lanes & mask & -mask) ranks |= 1u << rank;
  return ranks;
}

// The lanes of the mask whose ranks are `first` and the `count` - 1 after it.
__attribute__((always_inline)) inline unsigned ranks_to_lanes(unsigned mask, unsigned first, unsigned count) {
  unsigned lanes = 0;
  for (unsigned rank = 0; mask; mask &= mask - 1, ++rank)
    if (rank - first < count) lanes |= mask & -mask;
  return lanes;
}

// The lanes of the tile of a block that the thread of this rank lies in; the last tile may be short.
__attribute__((always_inline)) inline unsigned lanes_beside(unsigned rank, unsigned threads, unsigned size) {
  const unsigned first = rank & ~(size - 1), here = threads - first < size ? threads - first : size;
  return (here == 32 ? ~0u : (1u << here) - 1) << (first & 31);
}

// What another thread brings, of any type that may be copied byte by byte, by an exchange of 8 bytes.
template <class Type, class Exchange>
__attribute__((always_inline)) inline Type exchange_by_words(const Type& value, Exchange exchange) {
  static_assert(std::is_trivially_copyable_v<Type>, "groups exchange types that may be copied byte by byte");
  constexpr std::size_t words = (sizeof(Type) + 7) / 8;
  unsigned long long carried[words] = {};
  __builtin_memcpy(carried, &value, sizeof(Type));
  for (unsigned long long& word : carried) word = exchange(word);
  Type result;
  __builtin_memcpy(&result, carried, sizeof(Type));
  return result;
}

// What the threads of a tile of several warps, so many, do together. The source is a rank in the tile; `agreed`: that all must name.
void sync_tile(unsigned threads);
unsigned long long tile_exchange(unsigned threads, unsigned long long value, unsigned source, bool agreed);

template <class Type>
__attribute__((always_inline)) inline Type exchange_in_tile(unsigned threads, const Type& value, unsigned source, bool agreed) {
  return exchange_by_words(value, [=](unsigned long long word) __attribute__((always_inline)) { return tile_exchange(threads, word, source, agreed); });
}

constexpr bool is_tile_size(unsigned size) { return size > 0 && size <= 32 && (size & (size - 1)) == 0; }

// The value of another lane.
template <class Type>
__attribute__((always_inline)) inline Type exchange_any(unsigned mask, const Type& value, unsigned source) {
  return exchange_by_words(value, [=](unsigned long long word) __attribute__((always_inline)) { return warp_exchange(mask, word, source); });
}

__attribute__((always_inline)) inline unsigned thread_rank_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__attribute__((always_inline)) inline unsigned threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }

}  // namespace loom
