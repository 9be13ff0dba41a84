// CUB's reductions and scans by a block or a warp. Values meet in the shared memory that the program gives, which it may use
// again behind a barrier, as with CUB.
#pragma once

#include <functional>
#include <type_traits>

#include "cuda_runtime.h"
#include "loom/standard.h"

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

namespace detail {

template <class Type, int threads>
struct Meeting {
  Type values[threads];
};

#define LOOM_CUB __attribute__((always_inline)) inline

LOOM_CUB int rank_in_block() { return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)); }

// The lanes of one of the parts into which a warp falls.
template <int threads>
LOOM_CUB void meet_in_warp() {
  __syncwarp((threads == 32 ? ~0u : (1u << threads % 32) - 1) << (::loom::lane() - ::loom::lane() % threads));
}

template <class Type, int count, class Op>
LOOM_CUB Type folded(const Type (&items)[count], Op op) {
  Type all = items[0];
  for (int i = 1; i < count; ++i) all = op(all, items[i]);
  return all;
}

}  // namespace detail

// The result is thread 0's alone.
template <class Type, int x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1>
class BlockReduce {
 public:
  using TempStorage = detail::Meeting<Type, x * y * z>;
  LOOM_CUB explicit BlockReduce(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  LOOM_CUB Type Reduce(Type value, Op op, int valid = x * y * z) {
    const int rank = detail::rank_in_block();
    storage_.values[rank] = value;
    __syncthreads();
    if (rank == 0)
      for (int i = 1; i < valid; ++i) value = op(value, storage_.values[i]);
    return value;
  }
  template <int count, class Op>
  LOOM_CUB Type Reduce(Type (&items)[count], Op op) { return Reduce(detail::folded(items, op), op); }
  LOOM_CUB Type Sum(Type value, int valid = x * y * z) { return Reduce(value, std::plus<>(), valid); }
  template <int count>
  LOOM_CUB Type Sum(Type (&items)[count]) { return Reduce(items, std::plus<>()); }

 private:
  TempStorage& storage_;
};

// What comes before the block's own items may be told by a function of the program, given their aggregate: the first warp calls it, and
// what its first lane gets counts.
template <class Type, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
class BlockScan {
 public:
  struct TempStorage : detail::Meeting<Type, x * y * z> {
    Type before;
  };
  LOOM_CUB explicit BlockScan(TempStorage& storage) : storage_(storage) {}

  template <int count, class Op>
  LOOM_CUB void InclusiveScan(Type (&in)[count], Type (&out)[count], Op op) {
    const int rank = meet(detail::folded(in, op), op);
    if (rank > 0) return include(in, out, op, storage_.values[rank - 1]);
    Type sum = out[0] = in[0];
    for (int i = 1; i < count; ++i) out[i] = sum = op(sum, in[i]);
  }
  template <int count, class Op>
  LOOM_CUB void InclusiveScan(Type (&in)[count], Type (&out)[count], Op op, Type& aggregate) {
    InclusiveScan(in, out, op);
    aggregate = storage_.values[threads - 1];
  }
  template <int count, class Op, class Prefix>
  LOOM_CUB void InclusiveScan(Type (&in)[count], Type (&out)[count], Op op, Prefix& prefix) { include(in, out, op, before(in, op, prefix)); }

  template <int count, class Op>
  LOOM_CUB void ExclusiveScan(Type (&in)[count], Type (&out)[count], Type initial, Op op) {
    const int rank = meet(detail::folded(in, op), op);
    exclude(in, out, op, rank == 0 ? initial : op(initial, storage_.values[rank - 1]));
  }
  template <int count, class Op>
  LOOM_CUB void ExclusiveScan(Type (&in)[count], Type (&out)[count], Type initial, Op op, Type& aggregate) {
    ExclusiveScan(in, out, initial, op);
    aggregate = storage_.values[threads - 1];
  }
  template <int count, class Op, class Prefix, class = std::enable_if_t<!std::is_convertible_v<Op, Type>>>
  LOOM_CUB void ExclusiveScan(Type (&in)[count], Type (&out)[count], Op op, Prefix& prefix) { exclude(in, out, op, before(in, op, prefix)); }

  template <int count, class... More>
  LOOM_CUB void InclusiveSum(Type (&in)[count], Type (&out)[count], More&... more) { InclusiveScan(in, out, std::plus<>(), more...); }
  template <int count>
  LOOM_CUB void ExclusiveSum(Type (&in)[count], Type (&out)[count]) { ExclusiveScan(in, out, Type(), std::plus<>()); }
  template <int count>
  LOOM_CUB void ExclusiveSum(Type (&in)[count], Type (&out)[count], Type& aggregate) { ExclusiveScan(in, out, Type(), std::plus<>(), aggregate); }
  template <int count, class Prefix>
  LOOM_CUB void ExclusiveSum(Type (&in)[count], Type (&out)[count], Prefix& prefix) { ExclusiveScan(in, out, std::plus<>(), prefix); }

#define LOOM_CUB_OF_ONE(name)                                 \
  template <class... More>                                    \
  LOOM_CUB void name(Type in, Type& out, More&&... more) {    \
    Type items[1] = {in};                                     \
    name(items, items, more...);                              \
    out = items[0];                                           \
  }
  LOOM_CUB_OF_ONE(InclusiveScan) LOOM_CUB_OF_ONE(ExclusiveScan) LOOM_CUB_OF_ONE(InclusiveSum) LOOM_CUB_OF_ONE(ExclusiveSum)
#undef LOOM_CUB_OF_ONE

 private:
  static constexpr int threads = x * y * z;

  // Scans what the threads bring, and answers the thread's rank.
  template <class Op>
  LOOM_CUB int meet(Type value, Op op) {
    const int rank = detail::rank_in_block();
    storage_.values[rank] = value;
    __syncthreads();
    if (rank == 0)
      for (int i = 1; i < threads; ++i) storage_.values[i] = op(storage_.values[i - 1], storage_.values[i]);
    __syncthreads();
    return rank;
  }
  template <int count, class Op, class Prefix>
  LOOM_CUB Type before(Type (&in)[count], Op op, Prefix& prefix) {
    const int rank = meet(detail::folded(in, op), op);
    if (rank < 32) {
      const Type all = prefix(storage_.values[threads - 1]);
      if (rank == 0) storage_.before = all;
    }
    __syncthreads();
    return rank == 0 ? storage_.before : op(storage_.before, storage_.values[rank - 1]);
  }
  template <int count, class Op>
  LOOM_CUB static void include(Type (&in)[count], Type (&out)[count], Op op, Type sum) {
    for (int i = 0; i < count; ++i) out[i] = sum = op(sum, in[i]);
  }
  template <int count, class Op>
  LOOM_CUB static void exclude(Type (&in)[count], Type (&out)[count], Op op, Type sum) {
    for (int i = 0; i < count; ++i) {
      const Type value = in[i];
      out[i] = sum;
      sum = op(sum, value);
    }
  }

  TempStorage& storage_;
};

// The result is the first lane's alone.
template <class Type, int threads = 32>
class WarpReduce {
 public:
  using TempStorage = detail::Meeting<Type, threads>;
  LOOM_CUB explicit WarpReduce(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  LOOM_CUB Type Reduce(Type value, Op op, int valid = threads) {
    const unsigned lane = ::loom::lane() % threads;
    storage_.values[lane] = value;
    detail::meet_in_warp<threads>();
    if (lane == 0)
      for (int i = 1; i < valid; ++i) value = op(value, storage_.values[i]);
    return value;
  }
  LOOM_CUB Type Sum(Type value, int valid = threads) { return Reduce(value, std::plus<>(), valid); }

 private:
  TempStorage& storage_;
};

template <class Type, int threads = 32>
class WarpScan {
 public:
  using TempStorage = detail::Meeting<Type, threads>;
  LOOM_CUB explicit WarpScan(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  LOOM_CUB void InclusiveScan(Type in, Type& out, Op op) { out = storage_.values[meet(in, op)]; }
  template <class Op>
  LOOM_CUB void InclusiveScan(Type in, Type& out, Op op, Type& aggregate) {
    InclusiveScan(in, out, op);
    aggregate = storage_.values[threads - 1];
  }
  template <class Op>
  LOOM_CUB void ExclusiveScan(Type in, Type& out, Type initial, Op op) {
    const unsigned lane = meet(in, op);
    out = lane == 0 ? initial : op(initial, storage_.values[lane - 1]);
  }
  template <class Op>
  LOOM_CUB void ExclusiveScan(Type in, Type& out, Type initial, Op op, Type& aggregate) {
    ExclusiveScan(in, out, initial, op);
    aggregate = storage_.values[threads - 1];
  }
  LOOM_CUB void InclusiveSum(Type in, Type& out) { InclusiveScan(in, out, std::plus<>()); }
  LOOM_CUB void InclusiveSum(Type in, Type& out, Type& aggregate) { InclusiveScan(in, out, std::plus<>(), aggregate); }
  LOOM_CUB void ExclusiveSum(Type in, Type& out) { ExclusiveScan(in, out, Type(), std::plus<>()); }
  LOOM_CUB void ExclusiveSum(Type in, Type& out, Type& aggregate) { ExclusiveScan(in, out, Type(), std::plus<>(), aggregate); }
  LOOM_CUB Type Broadcast(Type value, unsigned source) {
    const unsigned lane = ::loom::lane() % threads;
    if (lane == source) storage_.values[0] = value;
    detail::meet_in_warp<threads>();
    return storage_.values[0];
  }

 private:
  template <class Op>
  LOOM_CUB unsigned meet(Type value, Op op) {
    const unsigned lane = ::loom::lane() % threads;
    storage_.values[lane] = value;
    detail::meet_in_warp<threads>();
    if (lane == 0)
      for (int i = 1; i < threads; ++i) storage_.values[i] = op(storage_.values[i - 1], storage_.values[i]);
    detail::meet_in_warp<threads>();
    return lane;
  }

  TempStorage& storage_;
};

#undef LOOM_CUB

}  // namespace cub
