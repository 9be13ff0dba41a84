// How CUB's radix sorts compare keys: by some of their bits.
#pragma once

#include <type_traits>

namespace cub {

// Stands for the values of a sort that has none.
struct NullType {};

namespace detail {

struct Bits {
  int begin, end;
  template <class Key>
  Key of(Key key) const {
    if constexpr (std::is_integral_v<Key>) {
      if (begin == 0 && end == static_cast<int>(8 * sizeof(Key))) return key;
      const auto bits = static_cast<std::make_unsigned_t<Key>>(key) >> begin;
      return static_cast<Key>(end - begin >= static_cast<int>(8 * sizeof(Key)) ? bits : bits & ((std::make_unsigned_t<Key>(1) << (end - begin)) - 1));
    } else {
      return key;
    }
  }
  template <bool descending, class Key>
  bool before(Key a, Key b) const { return descending ? of(b) < of(a) : of(a) < of(b); }
};

}  // namespace detail
}  // namespace cub
