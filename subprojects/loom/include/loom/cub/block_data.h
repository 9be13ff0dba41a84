// What CUB's blocks do with the items that their threads hold: load and store them, and exchange them among one another.
#pragma once

#include <type_traits>

#include "loom/cub/block.h"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

#define LOOM_CUB __attribute__((always_inline)) inline

namespace detail {

// For what needs no shared memory.
struct NoStorage {};

// Where in the block's items each thread's own lie: side by side, or a row of threads apart.
struct Blocked {
  LOOM_CUB static int place(int rank, int i, int count, int) { return rank * count + i; }
};
struct Striped {
  LOOM_CUB static int place(int rank, int i, int, int threads) { return i * threads + rank; }
};

template <class Order, class In, class Type, int count>
LOOM_CUB void load(int rank, int threads, In from, Type (&items)[count]) {
  for (int i = 0; i < count; ++i) items[i] = from[Order::place(rank, i, count, threads)];
}
template <class Order, class In, class Type, int count>
LOOM_CUB void load(int rank, int threads, In from, Type (&items)[count], int valid) {
  for (int i = 0; i < count; ++i)
    if (const int place = Order::place(rank, i, count, threads); place < valid) items[i] = from[place];
}
template <class Order, class Out, class Type, int count>
LOOM_CUB void store(int rank, int threads, Out to, Type (&items)[count], int valid) {
  for (int i = 0; i < count; ++i)
    if (const int place = Order::place(rank, i, count, threads); place < valid) to[place] = items[i];
}

}  // namespace detail

template <class Type, int x, int count, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT, int y = 1, int z = 1>
class BlockLoad {
  using Order = std::conditional_t<algorithm == BLOCK_LOAD_STRIPED, detail::Striped, detail::Blocked>;

 public:
  using TempStorage = detail::NoStorage;
  BlockLoad() = default;
  LOOM_CUB explicit BlockLoad(TempStorage&) {}

  template <class In>
  LOOM_CUB void Load(In from, Type (&items)[count]) { detail::load<Order>(detail::rank_in_block(), x * y * z, from, items); }
  template <class In>
  LOOM_CUB void Load(In from, Type (&items)[count], int valid) { detail::load<Order>(detail::rank_in_block(), x * y * z, from, items, valid); }
  template <class In, class Default>
  LOOM_CUB void Load(In from, Type (&items)[count], int valid, Default otherwise) {
    for (Type& item : items) item = otherwise;
    Load(from, items, valid);
  }
};

template <class Type, int x, int count, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT, int y = 1, int z = 1>
class BlockStore {
  using Order = std::conditional_t<algorithm == BLOCK_STORE_STRIPED, detail::Striped, detail::Blocked>;

 public:
  using TempStorage = detail::NoStorage;
  BlockStore() = default;
  LOOM_CUB explicit BlockStore(TempStorage&) {}

  template <class Out>
  LOOM_CUB void Store(Out to, Type (&items)[count]) { Store(to, items, x * y * z * count); }
  template <class Out>
  LOOM_CUB void Store(Out to, Type (&items)[count], int valid) { detail::store<Order>(detail::rank_in_block(), x * y * z, to, items, valid); }
};

template <class Type, int count, class In>
LOOM_CUB void LoadDirectBlocked(int rank, In from, Type (&items)[count]) { detail::load<detail::Blocked>(rank, 0, from, items); }
template <class Type, int count, class In>
LOOM_CUB void LoadDirectBlocked(int rank, In from, Type (&items)[count], int valid) { detail::load<detail::Blocked>(rank, 0, from, items, valid); }
template <int threads, class Type, int count, class In>
LOOM_CUB void LoadDirectStriped(int rank, In from, Type (&items)[count]) { detail::load<detail::Striped>(rank, threads, from, items); }
template <int threads, class Type, int count, class In>
LOOM_CUB void LoadDirectStriped(int rank, In from, Type (&items)[count], int valid) { detail::load<detail::Striped>(rank, threads, from, items, valid); }
template <class Type, int count, class Out>
LOOM_CUB void StoreDirectBlocked(int rank, Out to, Type (&items)[count]) { detail::store<detail::Blocked>(rank, 0, to, items, (rank + 1) * count); }
template <class Type, int count, class Out>
LOOM_CUB void StoreDirectBlocked(int rank, Out to, Type (&items)[count], int valid) { detail::store<detail::Blocked>(rank, 0, to, items, valid); }
template <int threads, class Type, int count, class Out>
LOOM_CUB void StoreDirectStriped(int rank, Out to, Type (&items)[count]) { detail::store<detail::Striped>(rank, threads, to, items, threads * count); }
template <int threads, class Type, int count, class Out>
LOOM_CUB void StoreDirectStriped(int rank, Out to, Type (&items)[count], int valid) { detail::store<detail::Striped>(rank, threads, to, items, valid); }

template <class Type, int x, int count, bool time_slicing = false, int y = 1, int z = 1>
class BlockExchange {
 public:
  using TempStorage = detail::Meeting<Type, x * y * z * count>;
  LOOM_CUB explicit BlockExchange(TempStorage& storage) : storage_(storage) {}

  template <class Other>
  LOOM_CUB void StripedToBlocked(const Type (&in)[count], Other (&out)[count]) { exchange<detail::Striped, detail::Blocked>(in, out); }
  template <class Other>
  LOOM_CUB void BlockedToStriped(const Type (&in)[count], Other (&out)[count]) { exchange<detail::Blocked, detail::Striped>(in, out); }
  template <class Other, class Rank>
  LOOM_CUB void ScatterToBlocked(const Type (&in)[count], Other (&out)[count], Rank (&places)[count]) { scatter<detail::Blocked>(in, out, places); }
  template <class Other, class Rank>
  LOOM_CUB void ScatterToStriped(const Type (&in)[count], Other (&out)[count], Rank (&places)[count]) { scatter<detail::Striped>(in, out, places); }

 private:
  template <class From, class To, class Other>
  LOOM_CUB void exchange(const Type (&in)[count], Other (&out)[count]) {
    const int rank = detail::rank_in_block();
    for (int i = 0; i < count; ++i) storage_.values[From::place(rank, i, count, x * y * z)] = in[i];
    __syncthreads();
    detail::load<To>(rank, x * y * z, storage_.values, out);
  }
  template <class To, class Other, class Rank>
  LOOM_CUB void scatter(const Type (&in)[count], Other (&out)[count], Rank (&places)[count]) {
    for (int i = 0; i < count; ++i) storage_.values[places[i]] = in[i];
    __syncthreads();
    detail::load<To>(detail::rank_in_block(), x * y * z, storage_.values, out);
  }

  TempStorage& storage_;
};

// Which items differ from the one before them, or from the one behind. The first and the last of the block do.
template <class Type, int x, int y = 1, int z = 1>
class BlockDiscontinuity {
 public:
  using TempStorage = detail::Meeting<Type, x * y * z>;
  LOOM_CUB explicit BlockDiscontinuity(TempStorage& storage) : storage_(storage) {}

  template <int count, class Flag, class Differ>
  LOOM_CUB void FlagHeads(Flag (&flags)[count], Type (&items)[count], Differ differ) {
    const int rank = meet(items[count - 1]);
    flags[0] = rank == 0 || differ(storage_.values[rank - 1], items[0]);
    for (int i = 1; i < count; ++i) flags[i] = differ(items[i - 1], items[i]);
  }
  template <int count, class Flag, class Differ>
  LOOM_CUB void FlagTails(Flag (&flags)[count], Type (&items)[count], Differ differ) {
    const int rank = meet(items[0]);
    for (int i = 0; i + 1 < count; ++i) flags[i] = differ(items[i], items[i + 1]);
    flags[count - 1] = rank == x * y * z - 1 || differ(items[count - 1], storage_.values[rank + 1]);
  }

 private:
  LOOM_CUB int meet(const Type& item) {
    const int rank = detail::rank_in_block();
    storage_.values[rank] = item;
    __syncthreads();
    return rank;
  }

  TempStorage& storage_;
};

#undef LOOM_CUB

}  // namespace cub
