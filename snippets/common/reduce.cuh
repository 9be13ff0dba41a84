// Tangled from chapters/10-reductions.md. Edit there. [sha1 fb26a2ba8df5b6d5eb749367e37891b3e4a41552]
#pragma once

#include "common/buffer.cuh"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace weft {

template <class T>
struct Sum {
  using Value = T;
  __host__ __device__ static T identity() { return T{}; }
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

// For floating-point numbers. NaN is ignored, whichever of the two it is; if both are NaN, or there
// are no elements, the maximum is minus infinity.
template <class T>
struct Max {
  using Value = T;
  static constexpr T least = -std::numeric_limits<T>::infinity();
  __host__ __device__ static T identity() { return least; }
  __host__ __device__ T operator()(T a, T b) const { return b > a || a != a ? b : a; }
};

// The value of the lane whose index differs in the bits of `distance`, for whole warps and any type.
template <class T>
__device__ T of_partner(const T& mine, unsigned distance) {
  static_assert(std::is_trivially_copyable_v<T>);
  unsigned words[(sizeof(T) + 3) / 4] = {};
  std::memcpy(words, &mine, sizeof(T));
  for (unsigned& word : words) word = __shfl_xor_sync(0xffffffffu, word, distance);
  T theirs = mine;
  std::memcpy(&theirs, words, sizeof(T));
  return theirs;
}

// The combination of the values of a warp's 32 lanes, for each of them.
template <class Op>
__device__ typename Op::Value join_warp(typename Op::Value mine, Op op) {
  for (unsigned distance = 16; distance > 0; distance /= 2)
    mine = op(mine, of_partner(mine, distance));
  return mine;
}

// The combination of the values of a block's threads, for each of them. All threads must call it,
// and there must be a barrier between two calls.
template <unsigned threads, class Op>
__device__ typename Op::Value join_block(typename Op::Value mine, Op op) {
  static_assert(threads % 32 == 0 && threads <= 1024);
  __shared__ typename Op::Value of_warp[threads / 32];
  const unsigned lane = threadIdx.x % 32;
  mine = join_warp(mine, op);
  if (lane == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  return join_warp(lane < threads / 32 ? of_warp[lane] : op.identity(), op);
}

// Stores the block's value in `values`. Returns true, for all its threads, in the last block, which
// may then read the values of all blocks.
template <class T>
__device__ bool last_to_leave(const T& value, T* values, unsigned* tickets) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    values[blockIdx.x] = value;
    __threadfence();  // the value before the ticket
    last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();  // the ticket before the others' values
  }
  __syncthreads();
  return last;
}

template <class T>
struct Wide {
  static constexpr unsigned width = 16 % sizeof(T) == 0 ? 16 / sizeof(T) : 1;
  alignas(width > 1 ? 16 : alignof(T)) T values[width];
};

struct Itself {
  template <class T>
  __device__ T operator()(const T& value, std::size_t) const { return value; }
};

// The elements of a view, each as map(element, index).
template <class T, class Map>
class Each {
 public:
  using Load = Wide<T>;
  static constexpr unsigned width = Load::width;

  Each(View<const T> view, Map map) : view_(view), map_(map) {
    const std::size_t past = reinterpret_cast<std::uintptr_t>(view.data()) % alignof(Load);
    const std::size_t before = past == 0 ? 0 : (alignof(Load) - past) / sizeof(T);
    head_ = std::min(before, view.size());
    loads_ = (view.size() - head_) / width;
  }
  __host__ __device__ std::size_t loads() const { return loads_; }
  __device__ Load load(std::size_t i) const {
    return reinterpret_cast<const Load*>(view_.data() + head_)[i];
  }
  __device__ auto value(const Load& of, unsigned k, std::size_t i) const {
    return map_(of.values[k], place(i, k));
  }
  __device__ std::size_t place(std::size_t i, unsigned k) const { return head_ + i * width + k; }
  __device__ std::size_t loose() const { return view_.size() - loads_ * width; }
  __device__ auto loose_value(std::size_t j) const {
    const std::size_t place = j < head_ ? j : j + loads_ * width;
    return map_(view_[place], place);
  }

 private:
  View<const T> view_;
  Map map_;
  std::size_t head_, loads_;
};

template <class T, class Map = Itself>
auto each(View<T> view, Map map = {}) {
  return Each<std::remove_const_t<T>, Map>(view, map);
}

constexpr unsigned threads = 256, batch = 4;

// The combination of one thread's share of a source.
template <class Source, class Op>
__device__ typename Op::Value join_own(const Source& source, Op op) {
  const std::size_t me = std::size_t{blockIdx.x} * threads + threadIdx.x;
  const std::size_t all = std::size_t{gridDim.x} * threads;
  typename Op::Value mine = op.identity();
  const auto join = [&](const typename Source::Load& load, std::size_t i) {
    for (unsigned k = 0; k < Source::width; ++k) mine = op(mine, source.value(load, k, i));
  };
  std::size_t i = me;
  for (; i + (batch - 1) * all < source.loads(); i += batch * all) {
    typename Source::Load loaded[batch];
    for (unsigned b = 0; b < batch; ++b) loaded[b] = source.load(i + b * all);
    for (unsigned b = 0; b < batch; ++b) join(loaded[b], i + b * all);
  }
  for (; i < source.loads(); i += all) join(source.load(i), i);
  for (std::size_t j = me; j < source.loose(); j += all) mine = op(mine, source.loose_value(j));
  return mine;
}

template <class Source, class Op>
__global__ void __launch_bounds__(threads)
    reduce_all(Source source, Op op, typename Op::Value* values, unsigned* tickets,
               typename Op::Value* result) {
  const auto of_block = join_block<threads>(join_own(source, op), op);
  if (!last_to_leave(of_block, values, tickets)) return;
  typename Op::Value mine = op.identity();
  for (unsigned i = threadIdx.x; i < gridDim.x; i += threads) mine = op(mine, values[i]);
  const auto of_grid = join_block<threads>(mine, op);
  if (threadIdx.x == 0) *result = of_grid;
}

template <class Op>
class Reduction {
 public:
  using Value = typename Op::Value;
  explicit Reduction(Op op = {}) : op_(op), values_(0), tickets_(std::vector<unsigned>{0}) {}

  template <class Source>
  void operator()(const Source& source, Value* result, unsigned blocks = 0,
                  Place place = Place::current()) {
    if (blocks == 0) blocks = enough_for(source);
    if (values_.size() < blocks) values_ = Buffer<Value>(blocks, place);
    reduce_all<<<blocks, threads>>>(source, op_, values_.data(), tickets_.data(), result);
    check(cudaGetLastError(), place);
  }

 private:
  template <class Source>
  static unsigned enough_for(const Source& source) {
    static const int fit = [] {
      int device = 0, processors = 0, of_each = 0;
      check(cudaGetDevice(&device));
      check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
      check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, reduce_all<Source, Op>,
                                                          threads, 0));
      return processors * of_each;
    }();
    const std::size_t wanted = source.loads() / (threads * batch) + 1;
    return static_cast<unsigned>(std::min<std::size_t>(wanted, fit));
  }

  Op op_;
  Buffer<Value> values_;
  Buffer<unsigned> tickets_;
};

// The value itself, on the host.
template <class Op, class Source>
typename Op::Value reduce(const Source& source, Op op = {}, unsigned blocks = 0) {
  Buffer<typename Op::Value> result(1);
  Reduction<Op>{op}(source, result.data(), blocks);
  return result.to_host()[0];
}

}  // namespace weft
