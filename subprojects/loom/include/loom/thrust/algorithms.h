// Thrust's functions: with a policy first, or without; what is left out is filled in here.
#pragma once

#include <utility>

#include "loom/thrust/copies.h"
#include "loom/thrust/sequential.h"

namespace thrust {
namespace detail {

template <class Type>
struct Is {
  Type value;
  template <class Other>
  bool operator()(const Other& other) const { return other == value; }
};
template <class Predicate>
struct Not {
  Predicate predicate;
  template <class Type>
  bool operator()(const Type& value) const { return !predicate(value); }
};
// Of keys and values zipped, by key.
template <class Less>
struct ByKey {
  Less less;
  template <class KeysOut, class ValuesOut>
  bool operator()(const KeysOut& a, const ValuesOut& b) const { return less(std::get<0>(a), std::get<0>(b)); }
};
template <class Test, class Type>
struct Replaced {
  Test is;
  Type by;
  Type operator()(const Type& value) const { return is(value) ? by : value; }
  template <class Stencil>
  Type operator()(const Type& value, const Stencil& stencil) const { return is(stencil) ? by : value; }
};
struct Itself {
  template <class Type>
  Type operator()(const Type& value) const { return value; }
};

template <class Type>
using IfPolicy = std::enable_if_t<is_policy<Type>>;

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

LOOM_THRUST((class It, class Op), for_each, (It first, It last, Op f), return run_(detail::ForEach(), first, last, f);)
LOOM_THRUST((class It, class Size, class Op), for_each_n, (It first, Size n, Op f), return run_(detail::ForEach(), first, first + n, f);)
LOOM_THRUST((class It, class Type), fill, (It first, It last, const Type& value), run_(detail::Fill(), first, last, value);)
LOOM_THRUST((class It, class Size, class Type), fill_n, (It first, Size n, const Type& value),
            run_(detail::Fill(), first, first + n, value); return first + n;)
LOOM_THRUST((class It, class Type), uninitialized_fill, (It first, It last, const Type& value), run_(detail::Fill(), first, last, value);)
LOOM_THRUST((class It, class Out), uninitialized_copy, (It first, It last, Out to), return run_(detail::Copy(), first, last, to);)
LOOM_THRUST((class It, class Size, class Type), uninitialized_fill_n, (It first, Size n, const Type& value),
            run_(detail::Fill(), first, first + n, value); return first + n;)
LOOM_THRUST((class It, class Size, class Out), uninitialized_copy_n, (It first, Size n, Out to), return run_(detail::Copy(), first, first + n, to);)
LOOM_THRUST((class It, class Op), tabulate, (It first, It last, Op f), run_(detail::Tabulate(), first, last, f);)
LOOM_THRUST((class It, class Op), generate, (It first, It last, Op f), run_(detail::Generate(), first, last, f);)
LOOM_THRUST((class It, class Size, class Op), generate_n, (It first, Size n, Op f), run_(detail::Generate(), first, first + n, f); return first + n;)
LOOM_THRUST((class It, class Type), sequence, (It first, It last, Type begin, Type step), run_(detail::Sequence(), first, last, begin, step);)
LOOM_THRUST((class It, class Type), sequence, (It first, It last, Type begin), run_(detail::Sequence(), first, last, begin, Type(1));)
LOOM_THRUST((class It), sequence, (It first, It last), run_(detail::Sequence(), first, last, detail::Value<It>(0), detail::Value<It>(1));)

LOOM_THRUST((class It, class Out, class Op), transform, (It first, It last, Out to, Op f), return run_(detail::Transform(), first, last, to, f);)
LOOM_THRUST((class It, class Other, class Out, class Op), transform, (It first, It last, Other second, Out to, Op f),
            return run_(detail::Transform(), first, last, second, to, f);)
LOOM_THRUST((class It, class Out, class Op, class Test), transform_if, (It first, It last, Out to, Op f, Test keep),
            return run_(detail::TransformIf(), first, last, to, f, keep);)
LOOM_THRUST((class It, class Stencil, class Out, class Op, class Test), transform_if, (It first, It last, Stencil stencil, Out to, Op f, Test keep),
            return run_(detail::TransformIf(), first, last, stencil, to, f, keep);)
LOOM_THRUST((class It, class Other, class Stencil, class Out, class Op, class Test), transform_if,
            (It first, It last, Other second, Stencil stencil, Out to, Op f, Test keep),
            return run_(detail::TransformIf(), first, last, second, stencil, to, f, keep);)
LOOM_THRUST((class Map, class It, class Out), gather, (Map first, Map last, It in, Out to), return run_(detail::Gather(), first, last, in, to);)
LOOM_THRUST((class It, class Map, class Out), scatter, (It first, It last, Map map, Out to), run_(detail::Scatter(), first, last, map, to);)
LOOM_THRUST((class Map, class Stencil, class It, class Out, class Test), gather_if, (Map first, Map last, Stencil stencil, It in, Out to, Test is),
            return run_(detail::TransformIf(), make_permutation_iterator(in, first), make_permutation_iterator(in, last), stencil, to, detail::Itself(), is);)
LOOM_THRUST((class Map, class Stencil, class It, class Out), gather_if, (Map first, Map last, Stencil stencil, It in, Out to),
            return run_(detail::TransformIf(), make_permutation_iterator(in, first), make_permutation_iterator(in, last), stencil, to, detail::Itself(),
                        detail::Itself());)
LOOM_THRUST((class It, class Map, class Stencil, class Out, class Test), scatter_if, (It first, It last, Map map, Stencil stencil, Out to, Test is),
            run_(detail::TransformIf(), first, last, stencil, make_permutation_iterator(to, map), detail::Itself(), is);)
LOOM_THRUST((class It, class Map, class Stencil, class Out), scatter_if, (It first, It last, Map map, Stencil stencil, Out to),
            run_(detail::TransformIf(), first, last, stencil, make_permutation_iterator(to, map), detail::Itself(), detail::Itself());)

LOOM_THRUST((class It, class Type, class Op), reduce, (It first, It last, Type init, Op op), return run_(detail::Reduce(), first, last, init, op);)
LOOM_THRUST((class It, class Type), reduce, (It first, It last, Type init), return run_(detail::Reduce(), first, last, init, plus<>());)
LOOM_THRUST((class It), reduce, (It first, It last), return run_(detail::Reduce(), first, last, detail::Value<It>(), plus<>());)
LOOM_THRUST((class It, class Op, class Type, class Join), transform_reduce, (It first, It last, Op f, Type init, Join op),
            return run_(detail::TransformReduce(), first, last, f, init, op);)
LOOM_THRUST((class It, class Other, class Type), inner_product, (It first, It last, Other second, Type init),
            return run_(detail::InnerProduct(), first, last, second, init, plus<>(), multiplies<>());)
LOOM_THRUST((class It, class Other, class Type, class Op, class Join), inner_product,
            (It first, It last, Other second, Type init, Op add, Join multiply),
            return run_(detail::InnerProduct(), first, last, second, init, add, multiply);)
LOOM_THRUST((class Keys, class Values, class KeysOut, class ValuesOut, class Same, class Op), reduce_by_key,
            (Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out, Same same, Op op),
            return run_(detail::ReduceByKey(), first, last, values, keys_out, values_out, same, op);)
LOOM_THRUST((class Keys, class Values, class KeysOut, class ValuesOut, class Same), reduce_by_key,
            (Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out, Same same),
            return run_(detail::ReduceByKey(), first, last, values, keys_out, values_out, same, plus<>());)
LOOM_THRUST((class Keys, class Values, class KeysOut, class ValuesOut), reduce_by_key,
            (Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out),
            return run_(detail::ReduceByKey(), first, last, values, keys_out, values_out, equal_to<>(), plus<>());)

LOOM_THRUST((class It, class Out, class Op), inclusive_scan, (It first, It last, Out to, Op op),
            return run_(detail::InclusiveScan(), first, last, to, op);)
LOOM_THRUST((class It, class Out), inclusive_scan, (It first, It last, Out to), return run_(detail::InclusiveScan(), first, last, to, plus<>());)
LOOM_THRUST((class It, class Out, class Type, class Op), inclusive_scan, (It first, It last, Out to, Type init, Op op),
            return run_(detail::InclusiveScan(), first, last, to, init, op);)
LOOM_THRUST((class It, class Out, class Type, class Op), exclusive_scan, (It first, It last, Out to, Type init, Op op),
            return run_(detail::ExclusiveScan(), first, last, to, init, op);)
LOOM_THRUST((class It, class Out, class Type), exclusive_scan, (It first, It last, Out to, Type init),
            return run_(detail::ExclusiveScan(), first, last, to, init, plus<>());)
LOOM_THRUST((class It, class Out), exclusive_scan, (It first, It last, Out to),
            return run_(detail::ExclusiveScan(), first, last, to, detail::Value<It>(), plus<>());)
LOOM_THRUST((class It, class Out, class Op, class Join), transform_inclusive_scan, (It first, It last, Out to, Op f, Join op),
            run_(detail::InclusiveScan(), make_transform_iterator(first, f), make_transform_iterator(last, f), to, op); return to + (last - first);)
LOOM_THRUST((class It, class Out, class Op, class Type, class Join), transform_exclusive_scan, (It first, It last, Out to, Op f, Type init, Join op),
            run_(detail::ExclusiveScan(), make_transform_iterator(first, f), make_transform_iterator(last, f), to, init, op); return to + (last - first);)
LOOM_THRUST((class Keys, class It, class Out), inclusive_scan_by_key, (Keys first, Keys last, It in, Out to),
            return run_(detail::InclusiveScanByKey(), first, last, in, to, equal_to<>(), plus<>());)
LOOM_THRUST((class Keys, class It, class Out, class Same), inclusive_scan_by_key, (Keys first, Keys last, It in, Out to, Same same),
            return run_(detail::InclusiveScanByKey(), first, last, in, to, same, plus<>());)
LOOM_THRUST((class Keys, class It, class Out, class Same, class Op), inclusive_scan_by_key, (Keys first, Keys last, It in, Out to, Same same, Op op),
            return run_(detail::InclusiveScanByKey(), first, last, in, to, same, op);)
LOOM_THRUST((class Keys, class It, class Out), exclusive_scan_by_key, (Keys first, Keys last, It in, Out to),
            return run_(detail::ExclusiveScanByKey(), first, last, in, to, detail::Value<It>(), equal_to<>(), plus<>());)
LOOM_THRUST((class Keys, class It, class Out, class Type), exclusive_scan_by_key, (Keys first, Keys last, It in, Out to, Type init),
            return run_(detail::ExclusiveScanByKey(), first, last, in, to, init, equal_to<>(), plus<>());)
LOOM_THRUST((class Keys, class It, class Out, class Type, class Same), exclusive_scan_by_key, (Keys first, Keys last, It in, Out to, Type init, Same same),
            return run_(detail::ExclusiveScanByKey(), first, last, in, to, init, same, plus<>());)
LOOM_THRUST((class Keys, class It, class Out, class Type, class Same, class Op), exclusive_scan_by_key,
            (Keys first, Keys last, It in, Out to, Type init, Same same, Op op),
            return run_(detail::ExclusiveScanByKey(), first, last, in, to, init, same, op);)
LOOM_THRUST((class It, class Out, class Op), adjacent_difference, (It first, It last, Out to, Op op),
            return run_(detail::AdjacentDifference(), first, last, to, op);)
LOOM_THRUST((class It, class Out), adjacent_difference, (It first, It last, Out to),
            return run_(detail::AdjacentDifference(), first, last, to, minus<>());)

LOOM_THRUST((class It, class Test), count_if, (It first, It last, Test is), return run_(detail::CountIf(), first, last, is);)
LOOM_THRUST((class It, class Type), count, (It first, It last, const Type& value),
            return run_(detail::CountIf(), first, last, detail::Is<Type>{value});)
LOOM_THRUST((class It, class Test), find_if, (It first, It last, Test is), return run_(detail::FindIf(), first, last, is);)
LOOM_THRUST((class It, class Test), find_if_not, (It first, It last, Test is), return run_(detail::FindIf(), first, last, detail::Not<Test>{is});)
LOOM_THRUST((class It, class Type), find, (It first, It last, const Type& value),
            return run_(detail::FindIf(), first, last, detail::Is<Type>{value});)
LOOM_THRUST((class It, class Test), any_of, (It first, It last, Test is), return run_(detail::CountIf(), first, last, is) > 0;)
LOOM_THRUST((class It, class Test), none_of, (It first, It last, Test is), return run_(detail::CountIf(), first, last, is) == 0;)
LOOM_THRUST((class It, class Test), all_of, (It first, It last, Test is), return run_(detail::CountIf(), first, last, is) == last - first;)
LOOM_THRUST((class It, class Other, class Op), mismatch, (It first, It last, Other second, Op same),
            return run_(detail::Mismatch(), first, last, second, same);)
LOOM_THRUST((class It, class Other), mismatch, (It first, It last, Other second), return run_(detail::Mismatch(), first, last, second, equal_to<>());)
LOOM_THRUST((class It, class Other, class Op), equal, (It first, It last, Other second, Op same),
            return run_(detail::Mismatch(), first, last, second, same).first == last;)
LOOM_THRUST((class It, class Other), equal, (It first, It last, Other second),
            return run_(detail::Mismatch(), first, last, second, equal_to<>()).first == last;)
LOOM_THRUST((class It, class Op), min_element, (It first, It last, Op less), return run_(detail::Extreme<false>(), first, last, less);)
LOOM_THRUST((class It), min_element, (It first, It last), return run_(detail::Extreme<false>(), first, last, less<>());)
LOOM_THRUST((class It, class Op), max_element, (It first, It last, Op less), return run_(detail::Extreme<true>(), first, last, less);)
LOOM_THRUST((class It), max_element, (It first, It last), return run_(detail::Extreme<true>(), first, last, less<>());)
LOOM_THRUST((class It), minmax_element, (It first, It last),
            return std::make_pair(run_(detail::Extreme<false>(), first, last, less<>()), run_(detail::Extreme<true>(), first, last, less<>()));)
LOOM_THRUST((class It, class Op), minmax_element, (It first, It last, Op less),
            return std::make_pair(run_(detail::Extreme<false>(), first, last, less), run_(detail::Extreme<true>(), first, last, less));)
LOOM_THRUST((class It, class Op), is_sorted, (It first, It last, Op less), return run_(detail::IsSorted(), first, last, less);)
LOOM_THRUST((class It), is_sorted, (It first, It last), return run_(detail::IsSorted(), first, last, less<>());)
LOOM_THRUST((class It, class Op), is_sorted_until, (It first, It last, Op less), return run_(detail::SortedUntil(), first, last, less);)
LOOM_THRUST((class It), is_sorted_until, (It first, It last), return run_(detail::SortedUntil(), first, last, less<>());)
LOOM_THRUST((class It, class Test), partition_point, (It first, It last, Test is), return run_(detail::FindIf(), first, last, detail::Not<Test>{is});)
LOOM_THRUST((class It, class Test), is_partitioned, (It first, It last, Test is),
            return run_(detail::CountIf(), run_(detail::FindIf(), first, last, detail::Not<Test>{is}), last, is) == 0;)

LOOM_THRUST((class It, class Out, class Test), copy_if, (It first, It last, Out to, Test keep),
            return run_(detail::CopyIf(), first, last, first, to, keep);)
LOOM_THRUST((class It, class Stencil, class Out, class Test), copy_if, (It first, It last, Stencil stencil, Out to, Test keep),
            return run_(detail::CopyIf(), first, last, stencil, to, keep);)
LOOM_THRUST((class It, class Out, class Test), remove_copy_if, (It first, It last, Out to, Test drop),
            return run_(detail::CopyIf(), first, last, first, to, detail::Not<Test>{drop});)
LOOM_THRUST((class It, class Stencil, class Out, class Test), remove_copy_if, (It first, It last, Stencil stencil, Out to, Test drop),
            return run_(detail::CopyIf(), first, last, stencil, to, detail::Not<Test>{drop});)
LOOM_THRUST((class It, class Out, class Type), remove_copy, (It first, It last, Out to, const Type& value),
            return run_(detail::CopyIf(), first, last, first, to, detail::Not<detail::Is<Type>>{{value}});)
LOOM_THRUST((class It, class Test), remove_if, (It first, It last, Test drop),
            return run_(detail::KeepIf(), first, last, first, detail::Not<Test>{drop});)
LOOM_THRUST((class It, class Stencil, class Test), remove_if, (It first, It last, Stencil stencil, Test drop),
            return run_(detail::KeepIf(), first, last, stencil, detail::Not<Test>{drop});)
LOOM_THRUST((class It, class Type), remove, (It first, It last, const Type& value),
            return run_(detail::KeepIf(), first, last, first, detail::Not<detail::Is<Type>>{{value}});)
LOOM_THRUST((class It, class Op), unique, (It first, It last, Op same), return run_(detail::Unique(), first, last, first, same);)
LOOM_THRUST((class It), unique, (It first, It last), return run_(detail::Unique(), first, last, first, equal_to<>());)
LOOM_THRUST((class It, class Out), unique_copy, (It first, It last, Out to), return run_(detail::Unique(), first, last, to, equal_to<>());)
LOOM_THRUST((class It, class Out, class Op), unique_copy, (It first, It last, Out to, Op same), return run_(detail::Unique(), first, last, to, same);)
LOOM_THRUST((class It, class Op), unique_count, (It first, It last, Op same),
            return run_(detail::Unique(), first, last, make_discard_iterator(), same) - make_discard_iterator();)
LOOM_THRUST((class It), unique_count, (It first, It last),
            return run_(detail::Unique(), first, last, make_discard_iterator(), equal_to<>()) - make_discard_iterator();)
LOOM_THRUST((class Keys, class Values), unique_by_key, (Keys first, Keys last, Values values),
            return run_(detail::UniqueByKey(), first, last, values, first, values, equal_to<>());)
LOOM_THRUST((class Keys, class Values, class Op), unique_by_key, (Keys first, Keys last, Values values, Op same),
            return run_(detail::UniqueByKey(), first, last, values, first, values, same);)
LOOM_THRUST((class Keys, class Values, class KeysOut, class ValuesOut), unique_by_key_copy,
            (Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out),
            return run_(detail::UniqueByKey(), first, last, values, keys_out, values_out, equal_to<>());)
LOOM_THRUST((class Keys, class Values, class KeysOut, class ValuesOut, class Op), unique_by_key_copy,
            (Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out, Op same),
            return run_(detail::UniqueByKey(), first, last, values, keys_out, values_out, same);)
LOOM_THRUST((class It, class Test, class Type), replace_if, (It first, It last, Test is, const Type& by),
            run_(detail::Replace(), first, last, first, is, by);)
LOOM_THRUST((class It, class Stencil, class Test, class Type), replace_if, (It first, It last, Stencil stencil, Test is, const Type& by),
            run_(detail::Replace(), first, last, stencil, is, by);)
LOOM_THRUST((class It, class Type), replace, (It first, It last, const Type& value, const Type& by),
            run_(detail::Replace(), first, last, first, detail::Is<Type>{value}, by);)
LOOM_THRUST((class It, class Out, class Test, class Type), replace_copy_if, (It first, It last, Out to, Test is, const Type& by),
            return run_(detail::Transform(), first, last, to, detail::Replaced<Test, Type>{is, by});)
LOOM_THRUST((class It, class Stencil, class Out, class Test, class Type), replace_copy_if,
            (It first, It last, Stencil stencil, Out to, Test is, const Type& by),
            return run_(detail::Transform(), first, last, stencil, to, detail::Replaced<Test, Type>{is, by});)
LOOM_THRUST((class It, class Out, class Type), replace_copy, (It first, It last, Out to, const Type& value, const Type& by),
            return run_(detail::Transform(), first, last, to, detail::Replaced<detail::Is<Type>, Type>{{value}, by});)
LOOM_THRUST((class It, class Out), reverse_copy, (It first, It last, Out to),
            return run_(detail::Copy(), make_reverse_iterator(last), make_reverse_iterator(first), to);)
LOOM_THRUST((class It), reverse, (It first, It last), run_(detail::Reverse(), first, last);)
LOOM_THRUST((class It, class Other), swap_ranges, (It first, It last, Other second), return run_(detail::SwapRanges(), first, last, second);)

#define LOOM_THRUST_SEARCH(name, how)                                                                                                                 \
  LOOM_THRUST((class It, class Type), name, (It first, It last, const Type& value), return run_(how, first, last, value, less<>());)                  \
  LOOM_THRUST((class It, class Type, class Op), name, (It first, It last, const Type& value, Op less), return run_(how, first, last, value, less);)   \
  LOOM_THRUST((class It, class Values, class Out), name, (It first, It last, Values values, Values end, Out to),                                      \
              return run_(how, first, last, values, end, to, less<>());)                                                                             \
  LOOM_THRUST((class It, class Values, class Out, class Op), name, (It first, It last, Values values, Values end, Out to, Op less),                   \
              return run_(how, first, last, values, end, to, less);)
LOOM_THRUST_SEARCH(lower_bound, detail::Bound<false>())
LOOM_THRUST_SEARCH(upper_bound, detail::Bound<true>())
LOOM_THRUST_SEARCH(binary_search, detail::Contains())
#undef LOOM_THRUST_SEARCH
LOOM_THRUST((class It, class Type), equal_range, (It first, It last, const Type& value),
            return std::make_pair(run_(detail::Bound<false>(), first, last, value, less<>()), run_(detail::Bound<true>(), first, last, value, less<>()));)
LOOM_THRUST((class It, class Type, class Op), equal_range, (It first, It last, const Type& value, Op less),
            return std::make_pair(run_(detail::Bound<false>(), first, last, value, less), run_(detail::Bound<true>(), first, last, value, less));)
LOOM_THRUST((class It, class Other, class Out, class Op), merge, (It first, It last, Other second, Other end, Out to, Op less),
            return run_(detail::Merge(), first, last, second, end, to, less);)
LOOM_THRUST((class It, class Other, class Out), merge, (It first, It last, Other second, Other end, Out to),
            return run_(detail::Merge(), first, last, second, end, to, less<>());)
// With values, that go where their keys go.
#define LOOM_THRUST_ZIPPED(others, less, ...)                                                                                                    \
  const auto behind = run_(detail::__VA_ARGS__(), make_zip_iterator(first, values), make_zip_iterator(last, values + (last - first)),            \
                           make_zip_iterator(second, others), make_zip_iterator(end, others + (end - second)), make_zip_iterator(to, values_to), \
                           less).get_iterator_tuple();                                                                                           \
  return std::make_pair(std::get<0>(behind), std::get<1>(behind));
#define LOOM_THRUST_TWO_BY_KEY(name, ...)                                                                                       \
  LOOM_THRUST((class It, class Other, class Values, class Others, class Out, class ValuesOut, class Op), name,                  \
              (It first, It last, Other second, Other end, Values values, Others others, Out to, ValuesOut values_to, Op less), \
              LOOM_THRUST_ZIPPED(others, detail::ByKey<Op>{less}, __VA_ARGS__))                                                 \
  LOOM_THRUST((class It, class Other, class Values, class Others, class Out, class ValuesOut), name,                            \
              (It first, It last, Other second, Other end, Values values, Others others, Out to, ValuesOut values_to),          \
              LOOM_THRUST_ZIPPED(others, detail::ByKey<less<>>{}, __VA_ARGS__))
LOOM_THRUST_TWO_BY_KEY(merge_by_key, Merge)

#define LOOM_THRUST_SETS(name, ...)                                                                                                              \
  LOOM_THRUST((class It, class Other, class Out, class Op), name, (It first, It last, Other second, Other end, Out to, Op less),                 \
              return run_(detail::Sets<__VA_ARGS__>(), first, last, second, end, to, less);)                                                     \
  LOOM_THRUST((class It, class Other, class Out), name, (It first, It last, Other second, Other end, Out to),                                    \
              return run_(detail::Sets<__VA_ARGS__>(), first, last, second, end, to, less<>());)
LOOM_THRUST_SETS(set_union, true, true, true)
LOOM_THRUST_TWO_BY_KEY(set_union_by_key, Sets<true, true, true>)
LOOM_THRUST_SETS(set_difference, true, false, false)
LOOM_THRUST_TWO_BY_KEY(set_difference_by_key, Sets<true, false, false>)
LOOM_THRUST_SETS(set_symmetric_difference, true, false, true)
LOOM_THRUST_TWO_BY_KEY(set_symmetric_difference_by_key, Sets<true, false, true>)
LOOM_THRUST_SETS(set_intersection, false, true, false)
#undef LOOM_THRUST_SETS
#undef LOOM_THRUST_TWO_BY_KEY
// What is in both has the first's value; beside the second's keys there is none.
LOOM_THRUST((class It, class Other, class Values, class Out, class ValuesOut, class Op), set_intersection_by_key,
            (It first, It last, Other second, Other end, Values values, Out to, ValuesOut values_to, Op less),
            LOOM_THRUST_ZIPPED(make_discard_iterator(), detail::ByKey<Op>{less}, Sets<false, true, false>))
LOOM_THRUST((class It, class Other, class Values, class Out, class ValuesOut), set_intersection_by_key,
            (It first, It last, Other second, Other end, Values values, Out to, ValuesOut values_to),
            LOOM_THRUST_ZIPPED(make_discard_iterator(), detail::ByKey<less<>>{}, Sets<false, true, false>))
#undef LOOM_THRUST_ZIPPED

// These need a workspace. Every sort is stable.
#define LOOM_THRUST_SORT(name)                                                                                                       \
  LOOM_THRUST((class It, class Op), name, (It first, It last, Op less), const detail::Scratch<detail::Value<It>> room(last - first); \
              run_(detail::Sort(), first, last, room.begin().get(), less);)                                                          \
  LOOM_THRUST((class It), name, (It first, It last), const detail::Scratch<detail::Value<It>> room(last - first);                    \
              run_(detail::Sort(), first, last, room.begin().get(), less<>());)
LOOM_THRUST_SORT(sort)
LOOM_THRUST_SORT(stable_sort)
#undef LOOM_THRUST_SORT

#define LOOM_THRUST_SORT_BY_KEY(name)                                                                                                      \
  LOOM_THRUST((class Keys, class Values, class Op), name, (Keys first, Keys last, Values values, Op less),                                 \
              using Both = std::tuple<detail::Value<Keys>, detail::Value<Values>>; const detail::Scratch<Both> room(last - first);         \
              run_(detail::Sort(), make_zip_iterator(first, values), make_zip_iterator(last, values + (last - first)), room.begin().get(), \
                   detail::ByKey<Op>{less});)                                                                                              \
  LOOM_THRUST((class Keys, class Values), name, (Keys first, Keys last, Values values),                                                    \
              using Both = std::tuple<detail::Value<Keys>, detail::Value<Values>>; const detail::Scratch<Both> room(last - first);         \
              run_(detail::Sort(), make_zip_iterator(first, values), make_zip_iterator(last, values + (last - first)), room.begin().get(), \
                   detail::ByKey<less<>>{});)
LOOM_THRUST_SORT_BY_KEY(sort_by_key)
LOOM_THRUST_SORT_BY_KEY(stable_sort_by_key)
#undef LOOM_THRUST_SORT_BY_KEY

#define LOOM_THRUST_PARTITION(name)                                                                                                    \
  LOOM_THRUST((class It, class Test), name, (It first, It last, Test is), const detail::Scratch<detail::Value<It>> room(last - first); \
              return run_(detail::Partition(), first, last, first, room.begin().get(), is);)                                           \
  LOOM_THRUST((class It, class Stencil, class Test), name, (It first, It last, Stencil stencil, Test is),                              \
              const detail::Scratch<detail::Value<It>> room(last - first);                                                             \
              return run_(detail::Partition(), first, last, stencil, room.begin().get(), is);)
LOOM_THRUST_PARTITION(partition)
LOOM_THRUST_PARTITION(stable_partition)
#undef LOOM_THRUST_PARTITION
#define LOOM_THRUST_PARTITION(name)                                                                                          \
  LOOM_THRUST((class It, class Out, class Other, class Test), name, (It first, It last, Out to, Other others, Test is),      \
              return run_(detail::PartitionCopy(), first, last, first, to, others, is);)                                     \
  LOOM_THRUST((class It, class Stencil, class Out, class Other, class Test), name,                                           \
              (It first, It last, Stencil stencil, Out to, Other others, Test is),                                           \
              return run_(detail::PartitionCopy(), first, last, stencil, to, others, is);)
LOOM_THRUST_PARTITION(partition_copy)
LOOM_THRUST_PARTITION(stable_partition_copy)
#undef LOOM_THRUST_PARTITION

#undef LOOM_THRUST
#undef LOOM_THRUST_LIST

}  // namespace thrust
