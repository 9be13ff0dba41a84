// Cooperative groups: sets of threads as objects, with what they can do together.
//
// What they are made of is loom's own; names, types and meaning are CUDA's.
#pragma once
#define _COOPERATIVE_GROUPS_H_   // programs ask by this name whether the header is included

#include <type_traits>
#include <utility>

#include "loom/device_groups.h"
#include "loom/transitive_includes.h"

namespace cooperative_groups {

#define LOOM_GROUP __attribute__((always_inline)) inline

class thread_block;
class grid_group;
class cluster_group;
class coalesced_group;
template <unsigned int Size, class Parent = void>
class thread_block_tile;

// Any group, its kind known only when the kernel runs.
class thread_group {
 public:
  unsigned long long size() const { return num_threads(); }
  unsigned long long num_threads() const;
  unsigned long long thread_rank() const;
  void sync() const;

 protected:
  enum class Kind : unsigned char { block, grid, cluster, lanes };
  explicit LOOM_GROUP thread_group(Kind kind) : kind_(kind) {}
  // Lanes of one warp: which, and the place of this group among those that its parent was cut into.
  LOOM_GROUP thread_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : kind_(Kind::lanes), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  Kind kind_;
  unsigned mask_ = 0;
  unsigned meta_rank_ = 0;
  unsigned meta_size_ = 1;

  friend thread_group tiled_partition(const thread_group& parent, unsigned int tilesz);
};

// The whole grid. Its threads can wait for one another where the launch is cooperative.
class grid_group : public thread_group {
 public:
  LOOM_GROUP bool is_valid() const { return loom::grid_is_cooperative(); }
  LOOM_GROUP void sync() const { loom::sync_grid(); }

  using arrival_token = unsigned int;
  LOOM_GROUP arrival_token barrier_arrive() const { return 0; }
  LOOM_GROUP void barrier_wait(arrival_token&&) const { loom::sync_grid(); }

  static LOOM_GROUP unsigned long long size() { return num_threads(); }
  static LOOM_GROUP unsigned long long num_threads() { return num_blocks() * loom::threads_in_block(); }
  static LOOM_GROUP unsigned long long thread_rank() {
    return block_rank() * loom::threads_in_block() + loom::thread_rank_in_block();
  }
  static LOOM_GROUP dim3 group_dim() { return gridDim; }
  static LOOM_GROUP dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  static LOOM_GROUP dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  static LOOM_GROUP dim3 dim_blocks() { return gridDim; }
  static LOOM_GROUP unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static LOOM_GROUP dim3 block_index() { return blockIdx; }
  static LOOM_GROUP unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static LOOM_GROUP dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  static LOOM_GROUP unsigned long long num_clusters() { return num_blocks() / __clusterSizeInBlocks(); }
  static LOOM_GROUP dim3 cluster_index() { return __clusterIdx(); }
  static LOOM_GROUP unsigned long long cluster_rank() {
    const dim3 at = cluster_index(), all = dim_clusters();
    return at.x + static_cast<unsigned long long>(all.x) * (at.y + static_cast<unsigned long long>(all.y) * at.z);
  }

 private:
  LOOM_GROUP grid_group() : thread_group(Kind::grid) {}
  friend grid_group this_grid();
};

LOOM_GROUP grid_group this_grid() { return grid_group(); }

// A thread block.
class thread_block : public thread_group {
 public:
  static LOOM_GROUP void sync() { __syncthreads(); }

  struct arrival_token {};
  LOOM_GROUP arrival_token barrier_arrive() const { return {}; }
  LOOM_GROUP void barrier_wait(arrival_token&&) const { __syncthreads(); }

  static LOOM_GROUP unsigned int size() { return num_threads(); }
  static LOOM_GROUP unsigned int num_threads() { return loom::threads_in_block(); }
  static LOOM_GROUP unsigned int thread_rank() { return loom::thread_rank_in_block(); }
  static LOOM_GROUP dim3 group_index() { return blockIdx; }
  static LOOM_GROUP dim3 thread_index() { return threadIdx; }
  static LOOM_GROUP dim3 group_dim() { return blockDim; }
  static LOOM_GROUP dim3 dim_threads() { return blockDim; }

 private:
  LOOM_GROUP thread_block() : thread_group(Kind::block) {}
  friend thread_block this_thread_block();
};

LOOM_GROUP thread_block this_thread_block() { return thread_block(); }

// The blocks of a cluster. Where a launch asks for none, each block is one of its own.
class cluster_group : public thread_group {
 public:
  using arrival_token = struct {};
  static LOOM_GROUP void sync() { loom::sync_cluster(); }
  static LOOM_GROUP arrival_token barrier_arrive() {
    __cluster_barrier_arrive();
    return {};
  }
  static LOOM_GROUP void barrier_wait() { __cluster_barrier_wait(); }
  static LOOM_GROUP void barrier_wait(arrival_token&&) { __cluster_barrier_wait(); }
  static LOOM_GROUP unsigned int query_shared_rank(const void* address) { return __cluster_query_shared_rank(address); }
  template <class Type>
  static LOOM_GROUP Type* map_shared_rank(Type* address, int rank) {
    return static_cast<Type*>(__cluster_map_shared_rank(address, static_cast<unsigned>(rank)));
  }
  static LOOM_GROUP dim3 block_index() { return __clusterRelativeBlockIdx(); }
  static LOOM_GROUP unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  static LOOM_GROUP dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z);
  }
  static LOOM_GROUP unsigned int thread_rank() { return block_rank() * loom::threads_in_block() + loom::thread_rank_in_block(); }
  static LOOM_GROUP dim3 dim_blocks() { return __clusterDim(); }
  static LOOM_GROUP unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  static LOOM_GROUP dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  static LOOM_GROUP unsigned int num_threads() { return num_blocks() * loom::threads_in_block(); }
  static LOOM_GROUP unsigned int size() { return num_threads(); }

 private:
  LOOM_GROUP cluster_group() : thread_group(Kind::cluster) {}
  friend cluster_group this_cluster();
};

LOOM_GROUP cluster_group this_cluster() { return cluster_group(); }

// Any lanes of one warp, ranked from the lowest.
class coalesced_group : public thread_group {
 public:
  LOOM_GROUP unsigned int size() const { return num_threads(); }
  LOOM_GROUP unsigned int num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
  LOOM_GROUP unsigned int thread_rank() const { return static_cast<unsigned>(__popc(mask_ & ((1u << loom::lane()) - 1))); }
  LOOM_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  LOOM_GROUP unsigned int meta_group_size() const { return meta_size_; }
  LOOM_GROUP void sync() const { __syncwarp(mask_); }

  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl(Type&& value, int rank) const {
    return from(value, loom::nth_lane(mask_, static_cast<unsigned>(rank)));
  }
  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl_down(Type&& value, unsigned int delta) const {
    return from(value, loom::nth_lane(mask_, thread_rank() + delta));
  }
  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl_up(Type&& value, int delta) const {
    const int rank = static_cast<int>(thread_rank()) - delta;
    return from(value, rank < 0 ? 32 : loom::nth_lane(mask_, static_cast<unsigned>(rank)));
  }
  LOOM_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
  LOOM_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
  LOOM_GROUP unsigned int ballot(int predicate) const { return loom::ranks_of(__ballot_sync(mask_, predicate), mask_); }
  template <class Type>
  LOOM_GROUP unsigned int match_any(Type value) const { return loom::ranks_of(__match_any_sync(mask_, value), mask_); }
  template <class Type>
  LOOM_GROUP unsigned int match_all(Type value, int& all_match) const {
    return loom::ranks_of(__match_all_sync(mask_, value, &all_match), mask_);
  }

 private:
  LOOM_GROUP coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size) : thread_group(mask, meta_rank, meta_size) {}
  explicit LOOM_GROUP coalesced_group(const thread_group& lanes) : thread_group(lanes) {}

  // A rank that is not in the group gives the lane its own value.
  template <class Type>
  LOOM_GROUP std::decay_t<Type> from(const Type& value, unsigned source) const {
    return loom::exchange_any(mask_, value, source < 32 ? source : loom::lane());
  }

  friend coalesced_group coalesced_threads();
  friend coalesced_group tiled_partition(const coalesced_group& parent, unsigned int tilesz);
  template <class Group>
  friend coalesced_group binary_partition(const Group&, bool);
  template <class Group, class Label>
  friend coalesced_group labeled_partition(const Group&, Label);
};

// The lanes that call this together.
LOOM_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask(), 0, 1); }

// Memory that a GPU of before compute capability 8.0 needs for tiles of more than 32 threads.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {};
template <unsigned int MaxBlockSize>
LOOM_GROUP thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) { return this_thread_block(); }

// A tile of several warps, whatever it was cut from. It has fewer functions than one of lanes, and is not a thread_group.
template <unsigned int Size>
class tile_of_warps {
  static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "tiles have 1, 2, 4, 8, … or 1024 threads");

 public:
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static LOOM_GROUP unsigned int thread_rank() { return loom::thread_rank_in_block() & (Size - 1); }
  LOOM_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  LOOM_GROUP unsigned int meta_group_size() const { return meta_size_; }
  LOOM_GROUP void sync() const { loom::sync_tile(Size); }

  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl(Type&& value, int rank) const {
    static_assert(sizeof(std::decay_t<Type>) <= 8, "tiles of more than 32 threads exchange values of 8 bytes at most");
    return loom::exchange_in_tile<std::decay_t<Type>>(Size, value, static_cast<unsigned>(rank) & (Size - 1), /*agreed=*/true);
  }
  LOOM_GROUP int any(int predicate) const {
    return among_warps(__any_sync(~0u, predicate), [](int one, int other) { return one || other; });
  }
  LOOM_GROUP int all(int predicate) const {
    return among_warps(__all_sync(~0u, predicate), [](int one, int other) { return one && other; });
  }

  // What the warps bring, combined by halves. All lanes of a warp bring the same.
  template <class Type, class Operation>
  LOOM_GROUP Type among_warps(Type mine, Operation operation) const {
    constexpr unsigned warps = Size / 32;
    Type brought[warps];
    for (unsigned warp = 0; warp < warps; ++warp) brought[warp] = shfl(mine, static_cast<int>(warp * 32));
    for (unsigned distance = warps / 2; distance > 0; distance /= 2)
      for (unsigned warp = 0; warp < distance; ++warp) brought[warp] = operation(brought[warp], brought[warp + distance]);
    return brought[0];
  }

 protected:
  LOOM_GROUP tile_of_warps(unsigned meta_rank, unsigned meta_size) : meta_rank_(meta_rank), meta_size_(meta_size) {}

 private:
  unsigned meta_rank_, meta_size_;
};

// A tile of lanes of one warp, whatever it was cut from.
template <unsigned int Size>
class static_tile : public thread_group {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0 && Size > 0, "tiles have 1, 2, 4, 8, … or 1024 threads");

 public:
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static LOOM_GROUP unsigned int thread_rank() { return loom::thread_rank_in_block() & (Size - 1); }
  LOOM_GROUP unsigned int meta_group_rank() const { return meta_rank_; }
  LOOM_GROUP unsigned int meta_group_size() const { return meta_size_; }
  LOOM_GROUP void sync() const { __syncwarp(mask_); }

  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl(Type&& value, int rank) const {
    return loom::exchange_any(mask_, value, first() + (static_cast<unsigned>(rank) & (Size - 1)));
  }
  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl_down(Type&& value, unsigned int delta) const {
    const unsigned rank = thread_rank(), there = delta < Size - rank ? rank + delta : rank;
    return loom::exchange_any(mask_, value, first() + there);
  }
  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl_up(Type&& value, unsigned int delta) const {
    const unsigned rank = thread_rank(), there = delta <= rank ? rank - delta : rank;
    return loom::exchange_any(mask_, value, first() + there);
  }
  template <class Type>
  LOOM_GROUP std::decay_t<Type> shfl_xor(Type&& value, unsigned int lanes) const {
    const unsigned rank = thread_rank(), there = rank ^ lanes;
    return loom::exchange_any(mask_, value, first() + (there < Size ? there : rank));
  }
  LOOM_GROUP int any(int predicate) const { return __any_sync(mask_, predicate); }
  LOOM_GROUP int all(int predicate) const { return __all_sync(mask_, predicate); }
  LOOM_GROUP unsigned int ballot(int predicate) const { return __ballot_sync(mask_, predicate) >> first(); }
  template <class Type>
  LOOM_GROUP unsigned int match_any(Type value) const { return __match_any_sync(mask_, value) >> first(); }
  template <class Type>
  LOOM_GROUP unsigned int match_all(Type value, int& all_match) const {
    return __match_all_sync(mask_, value, &all_match) >> first();
  }

 protected:
  LOOM_GROUP static_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group((Size == 32 ? ~0u : (1u << Size % 32) - 1) << first(), meta_rank, meta_size) {}

 private:
  static LOOM_GROUP unsigned first() { return loom::lane() & ~(Size - 1); }

  template <class Group>
  friend coalesced_group binary_partition(const Group&, bool);
  template <class Group, class Label>
  friend coalesced_group labeled_partition(const Group&, Label);
};

template <unsigned int Size>
using tile_of = std::conditional_t<(Size > 32), tile_of_warps<Size>, static_tile<Size>>;

// A tile that does not say what it was cut from; every other becomes one.
template <unsigned int Size>
class thread_block_tile<Size, void> : public tile_of<Size> {
 public:
  template <class Parent>
  LOOM_GROUP thread_block_tile(const thread_block_tile<Size, Parent>& tile)
      : tile_of<Size>(tile.meta_group_rank(), tile.meta_group_size()) {}

 private:
  LOOM_GROUP thread_block_tile() : tile_of<Size>(0, 1) {}
  friend thread_block_tile<1, void> this_thread();
};

template <unsigned int Size, class Parent>
class thread_block_tile : public tile_of<Size> {
 private:
  explicit LOOM_GROUP thread_block_tile(const Parent& parent)
      : tile_of<Size>(static_cast<unsigned>(parent.thread_rank()) / Size,
                      (static_cast<unsigned>(parent.size()) + Size - 1) / Size) {}
  template <unsigned int OtherSize, class OtherParent>
  friend thread_block_tile<OtherSize, OtherParent> tiled_partition(const OtherParent& parent);
};

LOOM_GROUP thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(); }

// Cuts a block, or a larger tile, into tiles of so many threads.
template <unsigned int Size, class Parent>
LOOM_GROUP thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}

// The same with a size that is known only when the kernel runs: 1, 2, 4, 8, 16 or 32.
LOOM_GROUP thread_group tiled_partition(const thread_group& parent, unsigned int tilesz) {
  const bool of_lanes = parent.kind_ == thread_group::Kind::lanes;
  if (!(of_lanes || parent.kind_ == thread_group::Kind::block) || !loom::is_tile_size(tilesz)) __trap();
  if (of_lanes && parent.num_threads() <= tilesz) return parent;
  const unsigned rank = static_cast<unsigned>(parent.thread_rank()), threads = static_cast<unsigned>(parent.num_threads());
  const unsigned mask = of_lanes ? loom::ranks_to_lanes(parent.mask_, rank / tilesz * tilesz, tilesz)
                                 : loom::lanes_beside(rank, threads, tilesz);
  return thread_group(mask, rank / tilesz, (threads + tilesz - 1) / tilesz);
}

LOOM_GROUP coalesced_group tiled_partition(const coalesced_group& parent, unsigned int tilesz) {
  return coalesced_group(tiled_partition(static_cast<const thread_group&>(parent), tilesz));
}

// Parts a group in those for whom the predicate holds and the others.
template <class Group>
LOOM_GROUP coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned yes = __ballot_sync(group.mask_, predicate) & group.mask_;
  if (yes == 0 || yes == group.mask_) return coalesced_group(group.mask_, 0, 1);
  return coalesced_group(predicate ? yes : group.mask_ & ~yes, predicate, 2);
}

// Parts a group in those with equal labels, ranked by their lowest lanes.
template <class Group, class Label>
LOOM_GROUP coalesced_group labeled_partition(const Group& group, Label label) {
  static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>, "a label is an integer or a pointer");
  if constexpr (std::is_same_v<Label, bool>) {
    return binary_partition(group, label);
  } else {
    const unsigned same = __match_any_sync(group.mask_, (unsigned long long)label);
    const unsigned leader = static_cast<unsigned>(__ffs(static_cast<int>(same))) - 1;
    const unsigned leaders = __ballot_sync(group.mask_, leader == loom::lane());
    return coalesced_group(same, static_cast<unsigned>(__popc(leaders & ((1u << leader) - 1))),
                           static_cast<unsigned>(__popc(leaders)));
  }
}

// One thread of the group makes the call, and in the second form hands the others its answer.
template <class Group, class Function, class... Arguments>
LOOM_GROUP void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

template <class Group, class Function, class... Arguments>
LOOM_GROUP auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  using Result = std::decay_t<std::invoke_result_t<Function, Arguments...>>;
  static_assert(!std::is_void_v<Result>, "there is no answer to hand on: use invoke_one");
  Result result{};
  if (group.thread_rank() == 0) result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

template <class Group>
LOOM_GROUP void sync(const Group& group) { group.sync(); }
template <class Group>
LOOM_GROUP auto thread_rank(const Group& group) { return group.thread_rank(); }
template <class Group>
LOOM_GROUP auto group_size(const Group& group) { return group.num_threads(); }

inline unsigned long long thread_group::num_threads() const {
  switch (kind_) {
    case Kind::grid: return grid_group::num_threads();
    case Kind::cluster: return cluster_group::num_threads();
    case Kind::lanes: return static_cast<unsigned>(__popc(mask_));
    default: return loom::threads_in_block();
  }
}

inline unsigned long long thread_group::thread_rank() const {
  switch (kind_) {
    case Kind::grid: return grid_group::thread_rank();
    case Kind::cluster: return cluster_group::thread_rank();
    case Kind::lanes: return static_cast<unsigned>(__popc(mask_ & ((1u << loom::lane()) - 1)));
    default: return loom::thread_rank_in_block();
  }
}

LOOM_GROUP void thread_group::sync() const {
  switch (kind_) {
    case Kind::grid: return loom::sync_grid();
    case Kind::cluster: return loom::sync_cluster();
    case Kind::lanes: return __syncwarp(mask_);
    default: return __syncthreads();
  }
}

#undef LOOM_GROUP

}  // namespace cooperative_groups
