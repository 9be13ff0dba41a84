// CUB's less usual algorithms over device memory: histograms, runs, partitions, segments, comparisons, and loops.
#pragma once

#include "loom/cub/device.h"

namespace cub {
namespace detail {

// Equal parts of what lies between two levels; or levels one by one. A sample outside of them is not counted.
template <class Level>
struct EqualBins {
  Level lower, upper;
  int bins;
  template <class Sample>
  int of(const Sample& sample) const {
    if (!(sample >= lower && sample < upper)) return -1;
    if constexpr (std::is_integral_v<Level> && std::is_integral_v<Sample>)
      return static_cast<int>((static_cast<unsigned long long>(sample) - static_cast<unsigned long long>(lower)) * static_cast<unsigned long long>(bins) /
                              (static_cast<unsigned long long>(upper) - static_cast<unsigned long long>(lower)));
    else
      return static_cast<int>((sample - lower) * (bins / static_cast<decltype(sample - lower)>(upper - lower)));
  }
};
template <class Levels>
struct GivenBins {
  Levels levels;
  int bins;
  template <class Sample>
  int of(const Sample& sample) const {
    for (int bin = 0; bin < bins; ++bin)
      if (levels[bin] <= sample && sample < levels[bin + 1]) return bin;
    return -1;
  }
};
struct Histogram {
  template <class In, class Counter, class Bins>
  void operator()(In in, Counter* histogram, std::ptrdiff_t n, Bins bins) const {
    for (int bin = 0; bin < bins.bins; ++bin) histogram[bin] = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i)
      if (const int bin = bins.of(in[i]); bin >= 0) ++histogram[bin];
  }
};
struct Encode {
  template <class In, class Unique, class Lengths, class Count>
  void operator()(In in, Unique unique, Lengths lengths, Count count, std::ptrdiff_t n) const {
    std::ptrdiff_t runs = 0;
    for (std::ptrdiff_t i = 0; i < n; ++runs) {
      const Value<In> value = in[i];
      const std::ptrdiff_t begin = i;
      while (++i < n && value == in[i]) {
      }
      unique[runs] = value;
      lengths[runs] = static_cast<Value<Lengths>>(i - begin);
    }
    *count = static_cast<Value<Count>>(runs);
  }
};
// Those that are chosen come first; the others fill the rest, the last of them first.
struct Partition {
  template <class In, class Flags, class Out, class Count, class Keep>
  void operator()(In in, Flags flags, Out out, Count count, std::ptrdiff_t n, Keep keep) const {
    std::ptrdiff_t kept = 0, others = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      if (keep(flags[i])) out[kept++] = in[i];
      else out[n - ++others] = in[i];
    }
    *count = static_cast<Value<Count>>(kept);
  }
};
struct ReduceSegments {
  template <class In, class Out, class Begin, class End, class Type, class Op>
  void operator()(In in, Out out, std::ptrdiff_t segments, Begin begin, End end, Type initial, Op op) const {
    for (std::ptrdiff_t i = 0; i < segments; ++i) out[i] = ::thrust::detail::Reduce()(in + begin[i], in + end[i], initial, op);
  }
};
struct Bulk {
  template <class Function>
  void operator()(std::ptrdiff_t n, Function function) const {
    for (std::ptrdiff_t i = 0; i < n; ++i) function(i);
  }
};
struct TransformEach {
  template <class Out, class Function, class... In>
  void operator()(std::ptrdiff_t n, Out out, Function function, In... in) const {
    for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = function(in[i]...);
  }
};
template <class Less>
struct FirstLess {
  Less less;
  template <class Left, class Right>
  bool operator()(const Left& a, const Right& b) const { return less(std::get<0>(a), std::get<0>(b)); }
};

}  // namespace detail

#define LOOM_CUB_HEAD void *temporary, std::size_t &bytes
#define LOOM_CUB_RUN(...) return detail::run(temporary, bytes, stream, __VA_ARGS__);

struct DeviceHistogram {
  template <class In, class Counter, class Level, class Size>
  static cudaError_t HistogramEven(LOOM_CUB_HEAD, In in, Counter* histogram, int levels, Level lower, Level upper, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Histogram(), in, histogram, static_cast<std::ptrdiff_t>(n), detail::EqualBins<Level>{lower, upper, levels - 1})
  }
  template <class In, class Counter, class Level, class Size>
  static cudaError_t HistogramRange(LOOM_CUB_HEAD, In in, Counter* histogram, int levels, const Level* given, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Histogram(), in, histogram, static_cast<std::ptrdiff_t>(n), detail::GivenBins<const Level*>{given, levels - 1})
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Lengths, class Count, class Size>
  static cudaError_t Encode(LOOM_CUB_HEAD, In in, Unique unique, Lengths lengths, Count count, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Encode(), in, unique, lengths, count, static_cast<std::ptrdiff_t>(n))
  }
};

struct DevicePartition {
  template <class In, class Out, class Count, class Size, class Keep>
  static cudaError_t If(LOOM_CUB_HEAD, In in, Out out, Count count, Size n, Keep keep, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Partition(), in, in, out, count, static_cast<std::ptrdiff_t>(n), keep)
  }
  template <class In, class Flags, class Out, class Count, class Size>
  static cudaError_t Flagged(LOOM_CUB_HEAD, In in, Flags flags, Out out, Count count, Size n, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::Partition(), in, flags, out, count, static_cast<std::ptrdiff_t>(n), detail::IsSet())
  }
};

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class Type>
  static cudaError_t Reduce(LOOM_CUB_HEAD, In in, Out out, std::int64_t segments, Begin begin, End end, Op op, Type initial, cudaStream_t stream = nullptr) {
    LOOM_CUB_RUN(detail::ReduceSegments(), in, out, static_cast<std::ptrdiff_t>(segments), begin, end, initial, op)
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Sum(LOOM_CUB_HEAD, In in, Out out, std::int64_t segments, Begin begin, End end, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, segments, begin, end, ::thrust::plus<>(), detail::Value<In>(), stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Min(LOOM_CUB_HEAD, In in, Out out, std::int64_t segments, Begin begin, End end, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, segments, begin, end, ::thrust::minimum<>(), std::numeric_limits<detail::Value<In>>::max(), stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Max(LOOM_CUB_HEAD, In in, Out out, std::int64_t segments, Begin begin, End end, cudaStream_t stream = nullptr) {
    return Reduce(temporary, bytes, in, out, segments, begin, end, ::thrust::maximum<>(), std::numeric_limits<detail::Value<In>>::lowest(), stream);
  }
};

struct DeviceMergeSort {
#define LOOM_CUB_SORT(keys_only, pairs)                                                                                               \
  template <class Keys, class Size, class Less>                                                                                       \
  static cudaError_t keys_only(LOOM_CUB_HEAD, Keys keys, Size n, Less less, cudaStream_t stream = nullptr) {                          \
    return detail::sort_by(temporary, bytes, keys, n, less, stream);                                                                  \
  }                                                                                                                                   \
  template <class Keys, class Items, class Size, class Less>                                                                          \
  static cudaError_t pairs(LOOM_CUB_HEAD, Keys keys, Items items, Size n, Less less, cudaStream_t stream = nullptr) {                 \
    return detail::sort_by(temporary, bytes, ::thrust::make_zip_iterator(keys, items), n, detail::FirstLess<Less>{less}, stream);     \
  }
  LOOM_CUB_SORT(SortKeys, SortPairs)
  LOOM_CUB_SORT(StableSortKeys, StableSortPairs)
#undef LOOM_CUB_SORT
};

struct DeviceTransform {
  template <class... In, class Out, class Size, class Function>
  static cudaError_t Transform(std::tuple<In...> in, Out out, Size n, Function function, cudaStream_t stream = nullptr) {
    return std::apply([&](const In&... each) {
      return detail::run(stream, detail::TransformEach(), static_cast<std::ptrdiff_t>(n), out, function, each...);
    }, in);
  }
  template <class In, class Out, class Size, class Function>
  static cudaError_t Transform(In in, Out out, Size n, Function function, cudaStream_t stream = nullptr) {
    return Transform(std::tuple<In>(in), out, n, function, stream);
  }
};

struct DeviceFor {
  template <class Size, class Function>
  static cudaError_t Bulk(Size n, Function function, cudaStream_t stream = nullptr) {
    return detail::run(stream, detail::Bulk(), static_cast<std::ptrdiff_t>(n), function);
  }
  template <class It, class Function>
  static cudaError_t ForEach(It first, It last, Function function, cudaStream_t stream = nullptr) {
    return detail::run(stream, ::thrust::detail::ForEach(), first, last, function);
  }
  template <class It, class Size, class Function>
  static cudaError_t ForEachN(It first, Size n, Function function, cudaStream_t stream = nullptr) { return ForEach(first, first + n, function, stream); }
};

#undef LOOM_CUB_RUN
#undef LOOM_CUB_HEAD

}  // namespace cub
