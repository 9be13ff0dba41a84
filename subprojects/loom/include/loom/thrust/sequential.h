// Thrust's algorithms, element by element, over iterators as they are where the algorithm runs.
#pragma once

#include <cstddef>
#include <utility>

#include "loom/thrust/functional.h"
#include "loom/thrust/run.h"

namespace thrust {
namespace detail {

using Count = std::ptrdiff_t;
struct Yes {
  template <class Type>
  constexpr bool operator()(const Type&) const { return true; }
};

struct ForEach {
  template <class It, class Function>
  At<0> operator()(It first, It last, Function f) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) f(first[i]);
    return {count};
  }
};
struct Fill {
  template <class It, class Type>
  void operator()(It first, It last, Type value) const {
    for (Count i = 0, count = last - first; i < count; ++i) first[i] = value;
  }
};
struct Tabulate {
  template <class It, class Function>
  void operator()(It first, It last, Function f) const {
    for (Count i = 0, count = last - first; i < count; ++i) first[i] = f(i);
  }
};
struct Generate {
  template <class It, class Function>
  void operator()(It first, It last, Function f) const {
    for (Count i = 0, count = last - first; i < count; ++i) first[i] = f();
  }
};
struct Sequence {
  template <class It, class Type>
  void operator()(It first, It last, Type begin, Type step) const {
    for (Count i = 0, count = last - first; i < count; ++i) first[i] = static_cast<Value<It>>(begin + static_cast<Type>(i) * step);
  }
};
struct Transform {
  template <class In, class Out, class Function>
  At<2> operator()(In first, In last, Out to, Function f) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) to[i] = f(first[i]);
    return {count};
  }
  template <class In, class Other, class Out, class Function>
  At<3> operator()(In first, In last, Other second, Out to, Function f) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) to[i] = f(first[i], second[i]);
    return {count};
  }
};
struct TransformIf {
  template <class In, class Out, class Function, class Keep>
  At<2> operator()(In first, In last, Out to, Function f, Keep keep) const { return {(*this)(first, last, first, to, f, keep).elements}; }
  template <class In, class Stencil, class Out, class Function, class Keep>
  At<3> operator()(In first, In last, Stencil stencil, Out to, Function f, Keep keep) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i)
      if (keep(stencil[i])) to[i] = f(first[i]);
    return {count};
  }
  template <class In, class Other, class Stencil, class Out, class Function, class Keep>
  At<4> operator()(In first, In last, Other second, Stencil stencil, Out to, Function f, Keep keep) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i)
      if (keep(stencil[i])) to[i] = f(first[i], second[i]);
    return {count};
  }
};
struct Gather {
  template <class Map, class In, class Out>
  At<3> operator()(Map first, Map last, In in, Out to) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) to[i] = in[static_cast<Count>(first[i])];
    return {count};
  }
};
struct Scatter {
  template <class In, class Map, class Out>
  void operator()(In first, In last, Map map, Out to) const {
    for (Count i = 0, count = last - first; i < count; ++i) to[static_cast<Count>(map[i])] = first[i];
  }
};
struct Reduce {
  template <class It, class Type, class Op>
  Type operator()(It first, It last, Type sum, Op op) const {
    for (Count i = 0, count = last - first; i < count; ++i) sum = op(sum, first[i]);
    return sum;
  }
};
struct TransformReduce {
  template <class It, class Function, class Type, class Op>
  Type operator()(It first, It last, Function f, Type sum, Op op) const {
    for (Count i = 0, count = last - first; i < count; ++i) sum = op(sum, f(first[i]));
    return sum;
  }
};
struct InnerProduct {
  template <class It, class Other, class Type, class Add, class Multiply>
  Type operator()(It first, It last, Other second, Type sum, Add add, Multiply multiply) const {
    for (Count i = 0, count = last - first; i < count; ++i) sum = add(sum, multiply(first[i], second[i]));
    return sum;
  }
};
struct ReduceByKey {
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Same, class Op>
  std::pair<At<3>, At<4>> operator()(Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out, Same same, Op op) const {
    Count made = 0;
    for (Count i = 0, count = last - first; i < count; ++made) {
      const Value<Keys> key = first[i];
      Value<Values> sum = values[i];
      for (++i; i < count && same(key, first[i]); ++i) sum = op(sum, values[i]);
      keys_out[made] = key;
      values_out[made] = sum;
    }
    return {{made}, {made}};
  }
};
struct InclusiveScan {
  template <class In, class Out, class Op>
  At<2> operator()(In first, In last, Out to, Op op) const {
    const Count count = last - first;
    if (count == 0) return {0};
    Value<In> sum = first[0];
    to[0] = sum;
    for (Count i = 1; i < count; ++i) to[i] = sum = op(sum, first[i]);
    return {count};
  }
  template <class In, class Out, class Type, class Op>
  At<2> operator()(In first, In last, Out to, Type sum, Op op) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) to[i] = sum = op(sum, first[i]);
    return {count};
  }
};
struct ExclusiveScan {
  template <class In, class Out, class Type, class Op>
  At<2> operator()(In first, In last, Out to, Type sum, Op op) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) {
      const Value<In> value = first[i];      // `to` may be where it lies
      to[i] = sum;
      sum = op(sum, value);
    }
    return {count};
  }
};
struct InclusiveScanByKey {
  template <class Keys, class In, class Out, class Same, class Op>
  At<3> operator()(Keys first, Keys last, In in, Out to, Same same, Op op) const {
    const Count count = last - first;
    for (Count i = 0; i < count;) {
      Value<In> sum = in[i];
      to[i] = sum;
      for (++i; i < count && same(first[i - 1], first[i]); ++i) to[i] = sum = op(sum, in[i]);
    }
    return {count};
  }
};
struct ExclusiveScanByKey {
  template <class Keys, class In, class Out, class Type, class Same, class Op>
  At<3> operator()(Keys first, Keys last, In in, Out to, Type init, Same same, Op op) const {
    const Count count = last - first;
    Type sum = init;
    for (Count i = 0; i < count; ++i) {
      if (i > 0 && !same(first[i - 1], first[i])) sum = init;
      const Value<In> value = in[i];
      to[i] = sum;
      sum = op(sum, value);
    }
    return {count};
  }
};
struct AdjacentDifference {
  template <class In, class Out, class Op>
  At<2> operator()(In first, In last, Out to, Op op) const {
    const Count count = last - first;
    if (count == 0) return {0};
    Value<In> before = first[0];
    to[0] = before;
    for (Count i = 1; i < count; ++i) {
      const Value<In> now = first[i];
      to[i] = op(now, before);
      before = now;
    }
    return {count};
  }
};
struct CountIf {
  template <class It, class Is>
  Count operator()(It first, It last, Is is) const {
    Count found = 0;
    for (Count i = 0, count = last - first; i < count; ++i) found += is(first[i]) ? 1 : 0;
    return found;
  }
};
struct FindIf {
  template <class It, class Is>
  At<0> operator()(It first, It last, Is is) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i)
      if (is(first[i])) return {i};
    return {count};
  }
};
struct Mismatch {
  template <class It, class Other, class Same>
  std::pair<At<0>, At<2>> operator()(It first, It last, Other second, Same same) const {
    Count i = 0;
    for (const Count count = last - first; i < count && same(first[i], second[i]);) ++i;
    return {{i}, {i}};
  }
};
// The first of the least, or of the greatest.
template <bool greatest>
struct Extreme {
  template <class It, class Less>
  At<0> operator()(It first, It last, Less less) const {
    Count best = 0;
    for (Count i = 1, count = last - first; i < count; ++i)
      if (greatest ? less(first[best], first[i]) : less(first[i], first[best])) best = i;
    return {best};
  }
};
struct SortedUntil {
  template <class It, class Less>
  At<0> operator()(It first, It last, Less less) const {
    const Count count = last - first;
    for (Count i = 1; i < count; ++i)
      if (less(first[i], first[i - 1])) return {i};
    return {count};
  }
};
struct IsSorted {
  template <class It, class Less>
  bool operator()(It first, It last, Less less) const { return SortedUntil()(first, last, less).elements == last - first; }
};
struct CopyIf {
  template <class In, class Stencil, class Out, class Keep>
  At<3> operator()(In first, In last, Stencil stencil, Out to, Keep keep) const {
    Count kept = 0;
    for (Count i = 0, count = last - first; i < count; ++i)
      if (keep(stencil[i])) to[kept++] = first[i];
    return {kept};
  }
};
struct KeepIf {
  template <class It, class Stencil, class Keep>
  At<0> operator()(It first, It last, Stencil stencil, Keep keep) const { return {CopyIf()(first, last, stencil, first, keep).elements}; }
};
struct Unique {
  template <class In, class Out, class Same>
  At<2> operator()(In first, In last, Out to, Same same) const {
    Count kept = 0;
    for (Count i = 0, count = last - first; i < count; ++kept) {
      const Value<In> value = first[i];
      while (++i < count && same(value, first[i])) {
      }
      to[kept] = value;
    }
    return {kept};
  }
};
struct UniqueByKey {
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Same>
  std::pair<At<3>, At<4>> operator()(Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out, Same same) const {
    Count kept = 0;
    for (Count i = 0, count = last - first; i < count; ++kept) {
      const Value<Keys> key = first[i];
      const Value<Values> value = values[i];
      while (++i < count && same(key, first[i])) {
      }
      keys_out[kept] = key;
      values_out[kept] = value;
    }
    return {{kept}, {kept}};
  }
};
struct PartitionCopy {
  template <class In, class Stencil, class Out, class Other, class Is>
  std::pair<At<3>, At<4>> operator()(In first, In last, Stencil stencil, Out to, Other others, Is is) const {
    Count kept = 0, apart = 0;
    for (Count i = 0, count = last - first; i < count; ++i) {
      if (is(stencil[i])) to[kept++] = first[i];
      else others[apart++] = first[i];
    }
    return {{kept}, {apart}};
  }
};
struct Partition {
  template <class It, class Stencil, class Scratch, class Is>
  At<0> operator()(It first, It last, Stencil stencil, Scratch others, Is is) const {
    Count kept = 0, apart = 0;
    for (Count i = 0, count = last - first; i < count; ++i) {
      const bool belongs = is(stencil[i]);   // which may be the value itself
      const Value<It> value = first[i];
      if (belongs) first[kept++] = value;
      else others[apart++] = value;
    }
    for (Count i = 0; i < apart; ++i) first[kept + i] = others[i];
    return {kept};
  }
};
struct Replace {
  template <class It, class Stencil, class Is, class Type>
  void operator()(It first, It last, Stencil stencil, Is is, Type by) const {
    for (Count i = 0, count = last - first; i < count; ++i)
      if (is(stencil[i])) first[i] = by;
  }
};
struct Reverse {
  template <class It>
  void operator()(It first, It last) const {
    for (Count i = 0, j = last - first - 1; i < j; ++i, --j) {
      const Value<It> kept = first[i];
      first[i] = static_cast<Value<It>>(first[j]);
      first[j] = kept;
    }
  }
};
struct SwapRanges {
  template <class It, class Other>
  At<2> operator()(It first, It last, Other second) const {
    const Count count = last - first;
    for (Count i = 0; i < count; ++i) {
      const Value<It> kept = first[i];
      first[i] = static_cast<Value<Other>>(second[i]);
      second[i] = kept;
    }
    return {count};
  }
};
// Where a number would stand in what is sorted: before those like it, or behind them.
template <bool behind>
struct Bound {
  template <class It, class Type, class Less>
  At<0> operator()(It first, It last, Type value, Less less) const {
    Count low = 0, high = last - first;
    while (low < high) {
      const Count middle = low + (high - low) / 2;
      if (behind ? !less(value, first[middle]) : less(first[middle], value)) low = middle + 1;
      else high = middle;
    }
    return {low};
  }
  template <class It, class Values, class Out, class Less>
  At<4> operator()(It first, It last, Values values, Values end, Out to, Less less) const {
    const Count count = end - values;
    for (Count i = 0; i < count; ++i) to[i] = static_cast<Value<Out>>((*this)(first, last, static_cast<Value<Values>>(values[i]), less).elements);
    return {count};
  }
};
struct Contains {
  template <class It, class Type, class Less>
  bool operator()(It first, It last, Type value, Less less) const {
    return Bound<false>()(first, last, value, less).elements != Bound<true>()(first, last, value, less).elements;
  }
  template <class It, class Values, class Out, class Less>
  At<4> operator()(It first, It last, Values values, Values end, Out to, Less less) const {
    const Count count = end - values;
    for (Count i = 0; i < count; ++i) to[i] = (*this)(first, last, static_cast<Value<Values>>(values[i]), less);
    return {count};
  }
};
struct Merge {
  template <class It, class Other, class Out, class Less>
  At<4> operator()(It first, It last, Other second, Other end, Out to, Less less) const {
    Count i = 0, j = 0;
    const Count left = last - first, right = end - second;
    while (i < left || j < right) {
      if (j == right || (i < left && !less(second[j], first[i]))) to[i + j] = first[i], ++i;
      else to[i + j] = second[j], ++j;
    }
    return {left + right};
  }
};
// What is in the first of two sorted ranges alone, in both, in the second alone; each as often as it is there more, or in both.
template <bool in_first, bool in_both, bool in_second>
struct Sets {
  template <class It, class Other, class Out, class Less>
  At<4> operator()(It first, It last, Other second, Other end, Out to, Less less) const {
    Count i = 0, j = 0, found = 0;
    const Count left = last - first, right = end - second;
    while (i < left || j < right) {
      if (j == right || (i < left && less(first[i], second[j]))) {
        if (in_first) to[found++] = first[i];
        ++i;
      } else if (i == left || less(second[j], first[i])) {
        if constexpr (in_second) to[found++] = second[j];
        ++j;
      } else {
        if (in_both) to[found++] = first[i];
        ++i, ++j;
      }
    }
    return {found};
  }
};
// Merges from the ranges that are sorted, back and forth between the two places.
struct Sort {
  template <class It, class Scratch, class Less>
  void operator()(It first, It last, Scratch scratch, Less less) const {
    const Count count = last - first;
    for (Count width = 1; width < count; width *= 2) {
      for (Count begin = 0; begin + width < count; begin += 2 * width) {
        const Count end = begin + 2 * width < count ? begin + 2 * width : count;
        for (Count i = begin; i < begin + width; ++i) scratch[i] = first[i];
        Count left = begin, right = begin + width, to = begin;
        for (; left < begin + width; ++to) {
          if (right < end && less(first[right], scratch[left])) first[to] = static_cast<Value<It>>(first[right]), ++right;
          else first[to] = static_cast<Value<It>>(scratch[left]), ++left;
        }
      }
    }
  }
};

}  // namespace detail
}  // namespace thrust
