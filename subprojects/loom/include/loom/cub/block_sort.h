// CUB's sorts and histograms by a block. One thread does the work, amid barriers; the items come and go through the shared memory that
// the program gives.
#pragma once

#include <algorithm>

#include "loom/cub/bits.h"
#include "loom/cub/block_data.h"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

#define LOOM_CUB __attribute__((always_inline)) inline

namespace detail {

// Keys, and then values in the same memory; and whose item is next.
template <class Key, class Item, int items>
struct SortingRoom {
  alignas(Key) alignas(Item) unsigned char bytes[items * (sizeof(Key) > sizeof(Item) ? sizeof(Key) : sizeof(Item))];
  unsigned short next[items];

  template <class Type>
  LOOM_CUB Type* all() { return reinterpret_cast<Type*>(bytes); }
};

template <class From, class To, class Type, int count, class Room>
LOOM_CUB void reorder(Type (&mine)[count], int threads, Room& room) {
  const int rank = rank_in_block();
  for (int i = 0; i < count; ++i) room.template all<Type>()[From::place(rank, i, count, threads)] = mine[i];
  __syncthreads();
  for (int i = 0; i < count; ++i) mine[i] = room.template all<Type>()[room.next[To::place(rank, i, count, threads)]];
  __syncthreads();
}

// Sorts by `before`, and leaves equal ones in their order.
template <class To, class Room, class Key, int count, class Before>
LOOM_CUB void sort_in_block(Room& room, Key (&keys)[count], int threads, Before before) {
  const int rank = rank_in_block();
  Key* const all = room.template all<Key>();
  for (int i = 0; i < count; ++i) {
    all[rank * count + i] = keys[i];
    room.next[rank * count + i] = static_cast<unsigned short>(rank * count + i);
  }
  __syncthreads();
  if (rank == 0)
    std::sort(room.next, room.next + threads * count, [&](unsigned short a, unsigned short b) {
      return before(all[a], all[b]) || (a < b && !before(all[b], all[a]));
    });
  __syncthreads();
  for (int i = 0; i < count; ++i) keys[i] = all[room.next[To::place(rank, i, count, threads)]];
  __syncthreads();
}

}  // namespace detail

template <class Key, int x, int count, class Item = NullType, int radix_bits = 4, bool memoize = true, BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS,
          cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int y = 1, int z = 1>
class BlockRadixSort {
  using Room = detail::SortingRoom<Key, Item, x * y * z * count>;
  static constexpr int bits = 8 * sizeof(Key);

 public:
  using TempStorage = Room;
  LOOM_CUB explicit BlockRadixSort(TempStorage& storage) : room_(storage) {}

#define LOOM_CUB_SORT(name, descending, To)                                                                                       \
  LOOM_CUB void name(Key (&keys)[count], int begin_bit = 0, int end_bit = bits) {                                                 \
    detail::sort_in_block<To>(room_, keys, x * y * z, Before<descending>{{begin_bit, end_bit}});                                  \
  }                                                                                                                               \
  LOOM_CUB void name(Key (&keys)[count], Item (&values)[count], int begin_bit = 0, int end_bit = bits) {                          \
    name(keys, begin_bit, end_bit);                                                                                               \
    detail::reorder<detail::Blocked, To>(values, x * y * z, room_);                                                               \
  }
  LOOM_CUB_SORT(Sort, false, detail::Blocked)
  LOOM_CUB_SORT(SortDescending, true, detail::Blocked)
  LOOM_CUB_SORT(SortBlockedToStriped, false, detail::Striped)
  LOOM_CUB_SORT(SortDescendingBlockedToStriped, true, detail::Striped)
#undef LOOM_CUB_SORT

 private:
  template <bool descending>
  struct Before {
    detail::Bits bits;
    bool operator()(const Key& a, const Key& b) const { return bits.before<descending>(a, b); }
  };

  Room& room_;
};

template <class Key, int x, int count, class Item = NullType, int y = 1, int z = 1>
class BlockMergeSort {
  using Room = detail::SortingRoom<Key, Item, x * y * z * count>;

 public:
  using TempStorage = Room;
  LOOM_CUB explicit BlockMergeSort(TempStorage& storage) : room_(storage) {}

  template <class Before>
  LOOM_CUB void Sort(Key (&keys)[count], Before before) { detail::sort_in_block<detail::Blocked>(room_, keys, x * y * z, before); }
  template <class Before>
  LOOM_CUB void Sort(Key (&keys)[count], Item (&values)[count], Before before) {
    Sort(keys, before);
    detail::reorder<detail::Blocked, detail::Blocked>(values, x * y * z, room_);
  }
  template <class Before>
  LOOM_CUB void StableSort(Key (&keys)[count], Before before) { Sort(keys, before); }
  template <class Before>
  LOOM_CUB void StableSort(Key (&keys)[count], Item (&values)[count], Before before) { Sort(keys, values, before); }

 private:
  Room& room_;
};

// The counts are the program's, in shared or in global memory.
template <class Type, int x, int count, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int y = 1, int z = 1>
class BlockHistogram {
 public:
  using TempStorage = detail::NoStorage;
  LOOM_CUB explicit BlockHistogram(TempStorage&) {}

  template <class Counter>
  LOOM_CUB void InitHistogram(Counter (&histogram)[bins]) {
    for (int bin = detail::rank_in_block(); bin < bins; bin += x * y * z) histogram[bin] = 0;
  }
  template <class Counter>
  LOOM_CUB void Composite(Type (&items)[count], Counter (&histogram)[bins]) {
    for (const Type& item : items) atomicAdd(&histogram[item], Counter(1));
  }
  template <class Counter>
  LOOM_CUB void Histogram(Type (&items)[count], Counter (&histogram)[bins]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
};

#undef LOOM_CUB

}  // namespace cub
