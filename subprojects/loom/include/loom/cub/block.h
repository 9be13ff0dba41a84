// CUB's reductions and scans by a block or a warp. Values meet in the shared memory that the program gives, which it may use
// again behind a barrier, as with CUB.
#pragma once

#include <functional>

#include "cuda_runtime.h"

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

template <class Type, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1>
class BlockScan {
 public:
  using TempStorage = detail::Meeting<Type, x * y * z>;
  LOOM_CUB explicit BlockScan(TempStorage& storage) : storage_(storage) {}

  template <class Op>
  LOOM_CUB void InclusiveScan(Type in, Type& out, Op op) { out = meet(in, op); }
  template <class Op>
  LOOM_CUB void InclusiveScan(Type in, Type& out, Op op, Type& aggregate) {
    out = meet(in, op);
    aggregate = storage_.values[threads - 1];
  }
  template <class Op>
  LOOM_CUB void ExclusiveScan(Type in, Type& out, Type initial, Op op) {
    meet(in, op);
    const int rank = detail::rank_in_block();
    out = rank == 0 ? initial : op(initial, storage_.values[rank - 1]);
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
  template <int count>
  LOOM_CUB void InclusiveSum(Type (&in)[count], Type (&out)[count]) {
    Type before;
    ExclusiveSum(detail::folded(in, std::plus<>()), before);
    for (int i = 0; i < count; ++i) out[i] = before = before + in[i];
  }
  template <int count>
  LOOM_CUB void ExclusiveSum(Type (&in)[count], Type (&out)[count]) {
    Type before;
    ExclusiveSum(detail::folded(in, std::plus<>()), before);
    for (int i = 0; i < count; ++i) {
      const Type value = in[i];
      out[i] = before;
      before = before + value;
    }
  }

 private:
  static constexpr int threads = x * y * z;

  template <class Op>
  LOOM_CUB Type meet(Type value, Op op) {
    const int rank = detail::rank_in_block();
    storage_.values[rank] = value;
    __syncthreads();
    if (rank == 0)
      for (int i = 1; i < threads; ++i) storage_.values[i] = op(storage_.values[i - 1], storage_.values[i]);
    __syncthreads();
    return storage_.values[rank];
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
    const unsigned lane = ::loom::lane() % threads, first = ::loom::lane() - lane;
    storage_.values[lane] = value;
    __syncwarp((threads == 32 ? ~0u : (1u << threads) - 1) << first);
    if (lane == 0)
      for (int i = 1; i < valid; ++i) value = op(value, storage_.values[i]);
    return value;
  }
  LOOM_CUB Type Sum(Type value, int valid = threads) { return Reduce(value, std::plus<>(), valid); }

 private:
  TempStorage& storage_;
};

#undef LOOM_CUB

}  // namespace cub
