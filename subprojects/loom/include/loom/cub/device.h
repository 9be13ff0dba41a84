// CUB's algorithms over device memory, as Thrust's are run. Called without temporary memory, they say how much they want.
#pragma once

#include <limits>

#include "loom/cub/bits.h"
#include "loom/thrust/copies.h"
#include "loom/thrust/sequential.h"

namespace cub {

template <class Type>
struct DoubleBuffer {
  Type* d_buffers[2];
  int selector = 0;
  DoubleBuffer() : d_buffers{} {}
  DoubleBuffer(Type* current, Type* alternate) : d_buffers{current, alternate} {}
  Type* Current() { return d_buffers[selector]; }
  Type* Alternate() { return d_buffers[selector ^ 1]; }
};

namespace detail {

template <class It>
using Value = ::thrust::detail::Value<It>;

template <class Algorithm, class... Arguments>
cudaError_t run(cudaStream_t stream, Algorithm algorithm, const Arguments&... arguments) {
  try {
    ::thrust::detail::run_in(::thrust::detail::ExecutionSpace::device, stream, algorithm, arguments...);
    return cudaSuccess;
  } catch (const std::system_error& error) {
    return static_cast<cudaError_t>(error.code().value());
  }
}
template <class Algorithm, class... Arguments>
cudaError_t run(void* temporary, std::size_t& bytes, cudaStream_t stream, Algorithm algorithm, const Arguments&... arguments) {
  if (temporary == nullptr) return bytes = 1, cudaSuccess;
  return run(stream, algorithm, arguments...);
}

template <bool descending>
struct Before {
  Bits bits;
  template <class Left, class Right>
  bool operator()(const Left& a, const Right& b) const {
    return bits.before<descending>(std::get<0>(a), std::get<0>(b));
  }
};

template <class It, class Size, class Less>
cudaError_t sort_by(void* temporary, std::size_t& bytes, It it, Size n, Less less, cudaStream_t stream) {
  if (temporary == nullptr) return bytes = 1, cudaSuccess;
  try {
    const ::thrust::detail::Scratch<Value<It>> room(static_cast<std::ptrdiff_t>(n));
    return run(stream, ::thrust::detail::Sort(), it, it + n, room.begin(), less);
  } catch (const std::system_error& error) {
    return static_cast<cudaError_t>(error.code().value());
  }
}

// Keys and values side by side; those of a sort without values are the keys again.
template <bool descending, class Key, class Item>
cudaError_t sort(void* temporary, std::size_t& bytes, const Key* keys_in, Key* keys, const Item* values_in, Item* values, std::ptrdiff_t n, Bits bits,
                 cudaStream_t stream) {
  const auto from = ::thrust::make_zip_iterator(keys_in, values_in);
  const auto to = ::thrust::make_zip_iterator(keys, values);
  if (const cudaError_t error = run(temporary, bytes, stream, ::thrust::detail::Copy(), from, from + n, to); error != cudaSuccess) return error;
  return sort_by(temporary, bytes, to, n, Before<descending>{bits}, stream);
}

struct Reduce {
  template <class In, class Out, class Type, class Op>
  void operator()(In in, Out out, std::ptrdiff_t n, Type initial, Op op) const { *out = ::thrust::detail::Reduce()(in, in + n, initial, op); }
};
struct ReduceByKey {
  template <class Keys, class Unique, class In, class Out, class Count, class Op>
  void operator()(Keys keys, Unique unique, In in, Out out, Count count, std::ptrdiff_t n, Op op) const {
    *count = static_cast<Value<Count>>(::thrust::detail::ReduceByKey()(keys, keys + n, in, unique, out, std::equal_to<>(), op).first.elements);
  }
};
struct Unique {
  template <class In, class Out, class Count>
  void operator()(In in, Out out, Count count, std::ptrdiff_t n) const {
    *count = static_cast<Value<Count>>(::thrust::detail::Unique()(in, in + n, out, std::equal_to<>()).elements);
  }
};
struct Select {
  template <class In, class Flags, class Out, class Count, class Keep>
  void operator()(In in, Flags flags, Out out, Count count, std::ptrdiff_t n, Keep keep) const {
    *count = static_cast<Value<Count>>(::thrust::detail::CopyIf()(in, in + n, flags, out, keep).elements);
  }
};
struct IsSet {
  template <class Type>
  bool operator()(const Type& flag) const { return static_cast<bool>(flag); }
};

}  // namespace detail

#define LOOM_CUB_HEAD void *temporary, std::size_t &bytes
#define LOOM_CUB_RUN(...) return detail::run(temporary, bytes, stream, __VA_ARGS__);

struct DeviceReduce {
  template <class In, class Out, class Size, class Op, class Type>
  static cudaError_t Reduce(LOOM_CUB_HEAD, In in, Out out, Size n, Op op, Type initial, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Reduce(), in, out, static_cast<std::ptrdiff_t>(n), initial, op)
  }
  template <class In, class Out, class Size>
  static cudaError_t Sum(LOOM_CUB_HEAD, In in, Out out, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Reduce(), in, out, static_cast<std::ptrdiff_t>(n), detail::Value<In>(), ::thrust::plus<>())
  }
  template <class In, class Out, class Size>
  static cudaError_t Min(LOOM_CUB_HEAD, In in, Out out, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Reduce(), in, out, static_cast<std::ptrdiff_t>(n), std::numeric_limits<detail::Value<In>>::max(), ::thrust::minimum<>())
  }
  template <class In, class Out, class Size>
  static cudaError_t Max(LOOM_CUB_HEAD, In in, Out out, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Reduce(), in, out, static_cast<std::ptrdiff_t>(n), std::numeric_limits<detail::Value<In>>::lowest(), ::thrust::maximum<>())
  }
  template <class In, class Out, class Size, class Op, class Function, class Type>
  static cudaError_t TransformReduce(LOOM_CUB_HEAD, In in, Out out, Size n, Op op, Function function, Type initial, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, ::thrust::make_transform_iterator(in, function), out, n, op, initial, stream);
  }
  template <class Keys, class Unique, class In, class Out, class Count, class Op, class Size>
  static cudaError_t ReduceByKey(LOOM_CUB_HEAD, Keys keys, Unique unique, In in, Out out, Count count, Op op, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::ReduceByKey(), keys, unique, in, out, count, static_cast<std::ptrdiff_t>(n), op)
  }
};

struct DeviceScan {
  template <class In, class Out, class Op, class Type, class Size>
  static cudaError_t ExclusiveScan(LOOM_CUB_HEAD, In in, Out out, Op op, Type initial, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(::thrust::detail::ExclusiveScan(), in, in + n, out, initial, op)
  }
  template <class In, class Out, class Op, class Size>
  static cudaError_t InclusiveScan(LOOM_CUB_HEAD, In in, Out out, Op op, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(::thrust::detail::InclusiveScan(), in, in + n, out, op)
  }
  template <class In, class Out, class Size>
  static cudaError_t ExclusiveSum(LOOM_CUB_HEAD, In in, Out out, Size n, cudaStream_t stream = nullptr) {
    return ExclusiveScan(temporary, bytes, in, out, ::thrust::plus<>(), detail::Value<In>(), n, stream);
  }
  template <class In, class Out, class Size>
  static cudaError_t InclusiveSum(LOOM_CUB_HEAD, In in, Out out, Size n, cudaStream_t stream = nullptr) {
    return InclusiveScan(temporary, bytes, in, out, ::thrust::plus<>(), n, stream);
  }
};

struct DeviceSelect {
  template <class In, class Out, class Count, class Size, class Keep>
  static cudaError_t If(LOOM_CUB_HEAD, In in, Out out, Count count, Size n, Keep keep, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Select(), in, in, out, count, static_cast<std::ptrdiff_t>(n), keep)
  }
  template <class In, class Flags, class Out, class Count, class Size>
  static cudaError_t Flagged(LOOM_CUB_HEAD, In in, Flags flags, Out out, Count count, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Select(), in, flags, out, count, static_cast<std::ptrdiff_t>(n), detail::IsSet())
  }
  template <class In, class Out, class Count, class Size>
  static cudaError_t Unique(LOOM_CUB_HEAD, In in, Out out, Count count, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Unique(), in, out, count, static_cast<std::ptrdiff_t>(n))
  }
};

#define LOOM_CUB_SORT(keys_only, pairs, descending)                                                                                        \
  template <class Key, class Size>                                                                                                             \
  static cudaError_t keys_only(LOOM_CUB_HEAD, const Key* in, Key* out, Size n, int begin_bit = 0, int end_bit = 8 * sizeof(Key),                    \
                               cudaStream_t stream = nullptr) {                                                                            \
    return detail::sort<descending>(temporary, bytes, in, out, in, out, n, {begin_bit, end_bit}, stream);                                  \
  }                                                                                                                                       \
  template <class Key, class Size>                                                                                                             \
  static cudaError_t keys_only(LOOM_CUB_HEAD, DoubleBuffer<Key>& keys, Size n, int begin_bit = 0, int end_bit = 8 * sizeof(Key),                  \
                               cudaStream_t stream = nullptr) {                                                                            \
    const cudaError_t error = keys_only(temporary, bytes, keys.Current(), keys.Alternate(), n, begin_bit, end_bit, stream);                \
    if (temporary != nullptr) keys.selector ^= 1;                                                                                         \
    return error;                                                                                                                         \
  }                                                                                                                                       \
  template <class Key, class Item, class Size>                                                                                                    \
  static cudaError_t pairs(LOOM_CUB_HEAD, const Key* in, Key* out, const Item* values_in, Item* values_out, Size n, int begin_bit = 0,                  \
                           int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {                                                   \
    return detail::sort<descending>(temporary, bytes, in, out, values_in, values_out, n, {begin_bit, end_bit}, stream);                    \
  }                                                                                                                                       \
  template <class Key, class Item, class Size>                                                                                                    \
  static cudaError_t pairs(LOOM_CUB_HEAD, DoubleBuffer<Key>& keys, DoubleBuffer<Item>& values, Size n, int begin_bit = 0,                  \
                           int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {                                                   \
    const cudaError_t error =                                                                                                              \
        pairs(temporary, bytes, keys.Current(), keys.Alternate(), values.Current(), values.Alternate(), n, begin_bit, end_bit, stream);    \
    if (temporary != nullptr) keys.selector ^= 1, values.selector ^= 1;                                                                    \
    return error;                                                                                                                         \
  }
struct DeviceRadixSort {
  LOOM_CUB_SORT(SortKeys, SortPairs, false)
  LOOM_CUB_SORT(SortKeysDescending, SortPairsDescending, true)
};
#undef LOOM_CUB_SORT
#undef LOOM_CUB_RUN
#undef LOOM_CUB_HEAD

}  // namespace cub
