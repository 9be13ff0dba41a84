// Thrust's functions: with a policy first, or without; what is left out is filled in here.
#pragma once

#include <utility>

#include "loom/thrust/copies.h"
#include "loom/thrust/sequential.h"

namespace thrust {
namespace detail {

template <class T>
struct Is {
  T value;
  template <class U>
  bool operator()(const U& other) const { return other == value; }
};
template <class Predicate>
struct Not {
  Predicate predicate;
  template <class T>
  bool operator()(const T& value) const { return !predicate(value); }
};
// Of keys and values zipped, by key.
template <class Less>
struct ByKey {
  Less less;
  template <class A, class B>
  bool operator()(const A& a, const B& b) const { return less(std::get<0>(a), std::get<0>(b)); }
};

template <class T>
using IfPolicy = std::enable_if_t<is_policy<T>>;

}  // namespace detail

// Each function twice, once with a policy. What is left out is its body, where `run_` knows of the policy.
#define LOOM_THRUST(templates, name, parameters, ...)                                                              \
  template <LOOM_THRUST_LIST templates>                                                                            \
  auto name(LOOM_THRUST_LIST parameters) {                                                                         \
    const auto run_ = [](auto algorithm, const auto&... arguments) { return detail::run(algorithm, arguments...); }; \
    __VA_ARGS__                                                                                                    \
  }                                                                                                                \
  template <class Policy_, LOOM_THRUST_LIST templates, class = detail::IfPolicy<Policy_>>                          \
  auto name(const Policy_& policy_, LOOM_THRUST_LIST parameters) {                                                 \
    const auto run_ = [&policy_](auto algorithm, const auto&... arguments) { return detail::run(algorithm, policy_, arguments...); }; \
    __VA_ARGS__                                                                                                    \
  }
#define LOOM_THRUST_LIST(...) __VA_ARGS__

LOOM_THRUST((class I, class F), for_each, (I first, I last, F f), return run_(detail::ForEach(), first, last, f);)
LOOM_THRUST((class I, class N, class F), for_each_n, (I first, N n, F f), return run_(detail::ForEach(), first, first + n, f);)
LOOM_THRUST((class I, class T), fill, (I first, I last, const T& value), run_(detail::Fill(), first, last, value);)
LOOM_THRUST((class I, class N, class T), fill_n, (I first, N n, const T& value), run_(detail::Fill(), first, first + n, value); return first + n;)
LOOM_THRUST((class I, class T), uninitialized_fill, (I first, I last, const T& value), run_(detail::Fill(), first, last, value);)
LOOM_THRUST((class I, class O), uninitialized_copy, (I first, I last, O to), return run_(detail::Copy(), first, last, to);)
LOOM_THRUST((class I, class F), tabulate, (I first, I last, F f), run_(detail::Tabulate(), first, last, f);)
LOOM_THRUST((class I, class F), generate, (I first, I last, F f), run_(detail::Generate(), first, last, f);)
LOOM_THRUST((class I, class N, class F), generate_n, (I first, N n, F f), run_(detail::Generate(), first, first + n, f); return first + n;)
LOOM_THRUST((class I, class T), sequence, (I first, I last, T begin, T step), run_(detail::Sequence(), first, last, begin, step);)
LOOM_THRUST((class I, class T), sequence, (I first, I last, T begin), run_(detail::Sequence(), first, last, begin, T(1));)
LOOM_THRUST((class I), sequence, (I first, I last), run_(detail::Sequence(), first, last, detail::Value<I>(0), detail::Value<I>(1));)

LOOM_THRUST((class I, class O, class F), transform, (I first, I last, O to, F f), return run_(detail::Transform(), first, last, to, f);)
LOOM_THRUST((class I, class J, class O, class F), transform, (I first, I last, J second, O to, F f),
            return run_(detail::Transform(), first, last, second, to, f);)
LOOM_THRUST((class I, class O, class F, class P), transform_if, (I first, I last, O to, F f, P keep),
            return run_(detail::TransformIf(), first, last, to, f, keep);)
LOOM_THRUST((class I, class S, class O, class F, class P), transform_if, (I first, I last, S stencil, O to, F f, P keep),
            return run_(detail::TransformIf(), first, last, stencil, to, f, keep);)
LOOM_THRUST((class M, class I, class O), gather, (M first, M last, I in, O to), return run_(detail::Gather(), first, last, in, to);)
LOOM_THRUST((class I, class M, class O), scatter, (I first, I last, M map, O to), run_(detail::Scatter(), first, last, map, to);)

LOOM_THRUST((class I, class T, class F), reduce, (I first, I last, T init, F op), return run_(detail::Reduce(), first, last, init, op);)
LOOM_THRUST((class I, class T), reduce, (I first, I last, T init), return run_(detail::Reduce(), first, last, init, plus<>());)
LOOM_THRUST((class I), reduce, (I first, I last), return run_(detail::Reduce(), first, last, detail::Value<I>(), plus<>());)
LOOM_THRUST((class I, class F, class T, class G), transform_reduce, (I first, I last, F f, T init, G op),
            return run_(detail::TransformReduce(), first, last, f, init, op);)
LOOM_THRUST((class I, class J, class T), inner_product, (I first, I last, J second, T init),
            return run_(detail::InnerProduct(), first, last, second, init, plus<>(), multiplies<>());)
LOOM_THRUST((class I, class J, class T, class F, class G), inner_product, (I first, I last, J second, T init, F add, G multiply),
            return run_(detail::InnerProduct(), first, last, second, init, add, multiply);)
LOOM_THRUST((class K, class V, class A, class B, class S, class F), reduce_by_key, (K first, K last, V values, A keys_out, B values_out, S same, F op),
            return run_(detail::ReduceByKey(), first, last, values, keys_out, values_out, same, op);)
LOOM_THRUST((class K, class V, class A, class B, class S), reduce_by_key, (K first, K last, V values, A keys_out, B values_out, S same),
            return run_(detail::ReduceByKey(), first, last, values, keys_out, values_out, same, plus<>());)
LOOM_THRUST((class K, class V, class A, class B), reduce_by_key, (K first, K last, V values, A keys_out, B values_out),
            return run_(detail::ReduceByKey(), first, last, values, keys_out, values_out, equal_to<>(), plus<>());)

LOOM_THRUST((class I, class O, class F), inclusive_scan, (I first, I last, O to, F op), return run_(detail::InclusiveScan(), first, last, to, op);)
LOOM_THRUST((class I, class O), inclusive_scan, (I first, I last, O to), return run_(detail::InclusiveScan(), first, last, to, plus<>());)
LOOM_THRUST((class I, class O, class T, class F), exclusive_scan, (I first, I last, O to, T init, F op),
            return run_(detail::ExclusiveScan(), first, last, to, init, op);)
LOOM_THRUST((class I, class O, class T), exclusive_scan, (I first, I last, O to, T init),
            return run_(detail::ExclusiveScan(), first, last, to, init, plus<>());)
LOOM_THRUST((class I, class O), exclusive_scan, (I first, I last, O to),
            return run_(detail::ExclusiveScan(), first, last, to, detail::Value<I>(), plus<>());)
LOOM_THRUST((class I, class O, class F, class G), transform_inclusive_scan, (I first, I last, O to, F f, G op),
            run_(detail::InclusiveScan(), make_transform_iterator(first, f), make_transform_iterator(last, f), to, op); return to + (last - first);)
LOOM_THRUST((class I, class O, class F, class T, class G), transform_exclusive_scan, (I first, I last, O to, F f, T init, G op),
            run_(detail::ExclusiveScan(), make_transform_iterator(first, f), make_transform_iterator(last, f), to, init, op); return to + (last - first);)
LOOM_THRUST((class K, class I, class O), inclusive_scan_by_key, (K first, K last, I in, O to),
            return run_(detail::InclusiveScanByKey(), first, last, in, to, equal_to<>(), plus<>());)
LOOM_THRUST((class K, class I, class O), exclusive_scan_by_key, (K first, K last, I in, O to),
            return run_(detail::ExclusiveScanByKey(), first, last, in, to, detail::Value<I>(), equal_to<>(), plus<>());)
LOOM_THRUST((class I, class O, class F), adjacent_difference, (I first, I last, O to, F op),
            return run_(detail::AdjacentDifference(), first, last, to, op);)
LOOM_THRUST((class I, class O), adjacent_difference, (I first, I last, O to), return run_(detail::AdjacentDifference(), first, last, to, minus<>());)

LOOM_THRUST((class I, class P), count_if, (I first, I last, P is), return run_(detail::CountIf(), first, last, is);)
LOOM_THRUST((class I, class T), count, (I first, I last, const T& value), return run_(detail::CountIf(), first, last, detail::Is<T>{value});)
LOOM_THRUST((class I, class P), find_if, (I first, I last, P is), return run_(detail::FindIf(), first, last, is);)
LOOM_THRUST((class I, class P), find_if_not, (I first, I last, P is), return run_(detail::FindIf(), first, last, detail::Not<P>{is});)
LOOM_THRUST((class I, class T), find, (I first, I last, const T& value), return run_(detail::FindIf(), first, last, detail::Is<T>{value});)
LOOM_THRUST((class I, class P), any_of, (I first, I last, P is), return run_(detail::CountIf(), first, last, is) > 0;)
LOOM_THRUST((class I, class P), none_of, (I first, I last, P is), return run_(detail::CountIf(), first, last, is) == 0;)
LOOM_THRUST((class I, class P), all_of, (I first, I last, P is), return run_(detail::CountIf(), first, last, is) == last - first;)
LOOM_THRUST((class I, class J, class F), mismatch, (I first, I last, J second, F same), return run_(detail::Mismatch(), first, last, second, same);)
LOOM_THRUST((class I, class J), mismatch, (I first, I last, J second), return run_(detail::Mismatch(), first, last, second, equal_to<>());)
LOOM_THRUST((class I, class J, class F), equal, (I first, I last, J second, F same),
            return run_(detail::Mismatch(), first, last, second, same).first == last;)
LOOM_THRUST((class I, class J), equal, (I first, I last, J second), return run_(detail::Mismatch(), first, last, second, equal_to<>()).first == last;)
LOOM_THRUST((class I, class F), min_element, (I first, I last, F less), return run_(detail::Extreme<false>(), first, last, less);)
LOOM_THRUST((class I), min_element, (I first, I last), return run_(detail::Extreme<false>(), first, last, less<>());)
LOOM_THRUST((class I, class F), max_element, (I first, I last, F less), return run_(detail::Extreme<true>(), first, last, less);)
LOOM_THRUST((class I), max_element, (I first, I last), return run_(detail::Extreme<true>(), first, last, less<>());)
LOOM_THRUST((class I), minmax_element, (I first, I last),
            return std::make_pair(run_(detail::Extreme<false>(), first, last, less<>()), run_(detail::Extreme<true>(), first, last, less<>()));)
LOOM_THRUST((class I, class F), is_sorted, (I first, I last, F less), return run_(detail::IsSorted(), first, last, less);)
LOOM_THRUST((class I), is_sorted, (I first, I last), return run_(detail::IsSorted(), first, last, less<>());)

LOOM_THRUST((class I, class O, class P), copy_if, (I first, I last, O to, P keep), return run_(detail::CopyIf(), first, last, first, to, keep);)
LOOM_THRUST((class I, class S, class O, class P), copy_if, (I first, I last, S stencil, O to, P keep),
            return run_(detail::CopyIf(), first, last, stencil, to, keep);)
LOOM_THRUST((class I, class O, class P), remove_copy_if, (I first, I last, O to, P drop),
            return run_(detail::CopyIf(), first, last, first, to, detail::Not<P>{drop});)
LOOM_THRUST((class I, class P), remove_if, (I first, I last, P drop), return run_(detail::KeepIf(), first, last, first, detail::Not<P>{drop});)
LOOM_THRUST((class I, class S, class P), remove_if, (I first, I last, S stencil, P drop),
            return run_(detail::KeepIf(), first, last, stencil, detail::Not<P>{drop});)
LOOM_THRUST((class I, class T), remove, (I first, I last, const T& value),
            return run_(detail::KeepIf(), first, last, first, detail::Not<detail::Is<T>>{{value}});)
LOOM_THRUST((class I, class F), unique, (I first, I last, F same), return run_(detail::Unique(), first, last, first, same);)
LOOM_THRUST((class I), unique, (I first, I last), return run_(detail::Unique(), first, last, first, equal_to<>());)
LOOM_THRUST((class I, class O), unique_copy, (I first, I last, O to), return run_(detail::Unique(), first, last, to, equal_to<>());)
LOOM_THRUST((class K, class V), unique_by_key, (K first, K last, V values), return run_(detail::UniqueByKey(), first, last, values, equal_to<>());)
LOOM_THRUST((class I, class P, class T), replace_if, (I first, I last, P is, const T& by), run_(detail::Replace(), first, last, is, by);)
LOOM_THRUST((class I, class T), replace, (I first, I last, const T& value, const T& by), run_(detail::Replace(), first, last, detail::Is<T>{value}, by);)
LOOM_THRUST((class I), reverse, (I first, I last), run_(detail::Reverse(), first, last);)
LOOM_THRUST((class I, class J), swap_ranges, (I first, I last, J second), return run_(detail::SwapRanges(), first, last, second);)

LOOM_THRUST((class I, class T), lower_bound, (I first, I last, const T& value), return run_(detail::Bound<false>(), first, last, value, less<>());)
LOOM_THRUST((class I, class T), upper_bound, (I first, I last, const T& value), return run_(detail::Bound<true>(), first, last, value, less<>());)
LOOM_THRUST((class I, class V, class O), lower_bound, (I first, I last, V values, V end, O to),
            return run_(detail::Bound<false>(), first, last, values, end, to, less<>());)
LOOM_THRUST((class I, class V, class O), upper_bound, (I first, I last, V values, V end, O to),
            return run_(detail::Bound<true>(), first, last, values, end, to, less<>());)
LOOM_THRUST((class I, class T), binary_search, (I first, I last, const T& value),
            return run_(detail::Bound<false>(), first, last, value, less<>()) != run_(detail::Bound<true>(), first, last, value, less<>());)
LOOM_THRUST((class I, class J, class O), merge, (I first, I last, J second, J end, O to),
            return run_(detail::Merge(), first, last, second, end, to, less<>());)

// These need room. A sort keeps the order of what is alike, whether asked to or not.
#define LOOM_THRUST_SORT(name)                                                                                                \
  LOOM_THRUST((class I, class F), name, (I first, I last, F less), const detail::Scratch<detail::Value<I>> room(last - first); \
              run_(detail::Sort(), first, last, room.begin().get(), less);)                                                   \
  LOOM_THRUST((class I), name, (I first, I last), const detail::Scratch<detail::Value<I>> room(last - first);                 \
              run_(detail::Sort(), first, last, room.begin().get(), less<>());)
LOOM_THRUST_SORT(sort)
LOOM_THRUST_SORT(stable_sort)
#undef LOOM_THRUST_SORT

#define LOOM_THRUST_SORT_BY_KEY(name)                                                                                                        \
  LOOM_THRUST((class K, class V, class F), name, (K first, K last, V values, F less),                                                        \
              using Both = std::tuple<detail::Value<K>, detail::Value<V>>; const detail::Scratch<Both> room(last - first);                   \
              run_(detail::Sort(), make_zip_iterator(first, values), make_zip_iterator(last, values + (last - first)), room.begin().get(),   \
                   detail::ByKey<F>{less});)                                                                                                 \
  LOOM_THRUST((class K, class V), name, (K first, K last, V values),                                                                         \
              using Both = std::tuple<detail::Value<K>, detail::Value<V>>; const detail::Scratch<Both> room(last - first);                   \
              run_(detail::Sort(), make_zip_iterator(first, values), make_zip_iterator(last, values + (last - first)), room.begin().get(),   \
                   detail::ByKey<less<>>{});)
LOOM_THRUST_SORT_BY_KEY(sort_by_key)
LOOM_THRUST_SORT_BY_KEY(stable_sort_by_key)
#undef LOOM_THRUST_SORT_BY_KEY

#define LOOM_THRUST_PARTITION(name)                                                                                            \
  LOOM_THRUST((class I, class P), name, (I first, I last, P is), const detail::Scratch<detail::Value<I>> room(last - first);   \
              return run_(detail::Partition(), first, last, room.begin().get(), is);)
LOOM_THRUST_PARTITION(partition)
LOOM_THRUST_PARTITION(stable_partition)
#undef LOOM_THRUST_PARTITION

#undef LOOM_THRUST
#undef LOOM_THRUST_LIST

}  // namespace thrust
