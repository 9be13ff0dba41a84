// doctest, and how it prints what a failed assertion compares: the elements of containers, the values of tuples and optionals, the members
// of plain structures, and the names of CUDA's errors. Programs and tests find this header first; without it they print {?} instead.
#pragma once

#include_next <doctest/doctest.h>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace doctest {
namespace values {

constexpr int most = 12;           // elements that are printed of a container; equal neighbours count as one
constexpr std::size_t few = 4;     // equal neighbours that are printed one by one
constexpr std::size_t widest = 8;  // members that are printed of a structure

template <class T>
concept Unprinted = std::is_class_v<T> && !detail::has_insertion_operator<T>::value;

template <class T>
concept Range = Unprinted<T> && requires(const T& values) { values.begin() != values.end(), *values.begin() == *values.begin(); };

template <class T>
concept Tuple = Unprinted<T> && !Range<T> && requires { std::tuple_size<T>::value; };

template <class T>
concept Optional = Unprinted<T> && requires(const T& value) { value.has_value(), *value; };

// A member of any type; in braces it initialises no more than one member, whereas several without braces can fill an array.
template <std::size_t>
struct Any {
  template <class T>
  operator T() const;
};

template <class T, std::size_t... I>
constexpr bool has_members(std::index_sequence<I...>) {
  return requires { T{Any<I>{}...}; } && requires { T{{Any<I>{}}...}; };
}

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{Any<I>{}...}; };
}

// How many members a structure has; 0 where that cannot be said.
template <class T, std::size_t Count = widest>
constexpr std::size_t members() {
  if constexpr (Count == 0 || takes<T>(std::make_index_sequence<widest + 1>{})) {
    return 0;
  } else if constexpr (takes<T>(std::make_index_sequence<Count>{})) {
    return has_members<T>(std::make_index_sequence<Count>{}) ? Count : 0;
  } else {
    return members<T, Count - 1>();
  }
}

template <class T>
concept Structure = Unprinted<T> && std::is_aggregate_v<T> && std::is_trivially_copyable_v<T> && !Range<T> && !Tuple<T> && !Optional<T> &&
                    members<T>() > 0;

template <class... Values>
String in_braces(const Values&... all) {
  String text = "{";
  const char* separator = "";
  ((text += String(separator) + toString(all), separator = ", "), ...);
  return text + "}";
}

template <class T>
String members_of(const T& value) {
  constexpr std::size_t count = members<T>();
  if constexpr (count == 1) {
    const auto& [a] = value;
    return in_braces(a);
  } else if constexpr (count == 2) {
    const auto& [a, b] = value;
    return in_braces(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = value;
    return in_braces(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = value;
    return in_braces(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = value;
    return in_braces(a, b, c, d, e);
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = value;
    return in_braces(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    const auto& [a, b, c, d, e, f, g] = value;
    return in_braces(a, b, c, d, e, f, g);
  } else {
    const auto& [a, b, c, d, e, f, g, h] = value;
    return in_braces(a, b, c, d, e, f, g, h);
  }
}

template <class T>
String elements_of(const T& values) {
  String text = "{";
  int shown = 0;
  std::size_t left = 0;
  for (auto at = values.begin(); at != values.end();) {
    const auto first = at;
    std::size_t equal = 1;
    while (++at != values.end() && *at == *first) ++equal;
    if (shown >= most) {
      left += equal;
      continue;
    }
    const std::size_t copies = equal > few ? 1 : equal;
    for (std::size_t i = 0; i < copies; ++i) text += String(shown++ == 0 ? "" : ", ") + toString(*first);
    if (equal > few) text += String(" (") + toString(equal) + " times)";
  }
  if (left > 0) text += String(", and ") + toString(left) + " more";
  return text + "}";
}

}  // namespace values

template <class T>
  requires values::Range<T>
struct StringMaker<T> {
  static String convert(const T& values) { return values::elements_of(values); }
};

template <class T>
  requires values::Tuple<T>
struct StringMaker<T> {
  static String convert(const T& tuple) {
    return std::apply([](const auto&... all) { return values::in_braces(all...); }, tuple);
  }
};

template <class T>
  requires values::Optional<T>
struct StringMaker<T> {
  static String convert(const T& value) { return value.has_value() ? toString(*value) : String("no value"); }
};

template <class T>
  requires values::Structure<T>
struct StringMaker<T> {
  static String convert(const T& value) { return values::members_of(value); }
};

}  // namespace doctest

#if defined(__LOOM__) || defined(__CUDACC__)
#include <cuda_runtime_api.h>

// doctest finds it next to the type; the number alone says nothing to a reader.
inline doctest::String toString(cudaError_t error) { return cudaGetErrorName(error); }
#endif
