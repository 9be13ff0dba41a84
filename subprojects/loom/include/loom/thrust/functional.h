// Thrust's function objects, and its placeholders: `_1 * 2 + _2` is a function of two arguments.
#pragma once

#include <algorithm>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "thrust/version.h"

namespace thrust {

using std::bit_and;
using std::bit_or;
using std::bit_xor;
using std::divides;
using std::equal_to;
using std::greater;
using std::greater_equal;
using std::less;
using std::less_equal;
using std::logical_and;
using std::logical_not;
using std::logical_or;
using std::max;
using std::min;
using std::minus;
using std::modulus;
using std::multiplies;
using std::negate;
using std::not_equal_to;
using std::not_fn;
using std::plus;

template <class Type = void>
struct maximum {
  constexpr Type operator()(const Type& a, const Type& b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
  template <class Type, class Other>
  constexpr auto operator()(const Type& a, const Other& b) const { return a < b ? b : a; }
};
template <class Type = void>
struct minimum {
  constexpr Type operator()(const Type& a, const Type& b) const { return b < a ? b : a; }
};
template <>
struct minimum<void> {
  template <class Type, class Other>
  constexpr auto operator()(const Type& a, const Other& b) const { return b < a ? b : a; }
};

namespace detail {

// A function of the arguments that placeholders stand for.
template <class Function>
struct Actor {
  Function function;
  template <class... Arguments>
  constexpr decltype(auto) operator()(Arguments&&... arguments) const { return function(arguments...); }
};
template <class Function>
Actor(Function) -> Actor<Function>;

template <std::size_t Index>
struct Argument {
  template <class... Arguments>
  constexpr decltype(auto) operator()(Arguments&... arguments) const { return std::get<Index>(std::tuple<Arguments&...>(arguments...)); }
};

template <class Type>
constexpr bool is_actor = false;
template <class Function>
constexpr bool is_actor<Actor<Function>> = true;

template <class Type, class... Arguments>
constexpr decltype(auto) value_of(const Type& operand, Arguments&... arguments) {
  if constexpr (is_actor<Type>) return operand(arguments...);
  else return operand;
}

#define LOOM_THRUST_BINARY(sign)                                                                                   \
  template <class Left, class Right, class = std::enable_if_t<is_actor<Left> || is_actor<Right>>>                  \
  constexpr auto operator sign(const Left& a, const Right& b) {                                                    \
    return Actor{[a, b](auto&... arguments) { return value_of(a, arguments...) sign value_of(b, arguments...); }}; \
  }
LOOM_THRUST_BINARY(+) LOOM_THRUST_BINARY(-) LOOM_THRUST_BINARY(*) LOOM_THRUST_BINARY(/) LOOM_THRUST_BINARY(%)
LOOM_THRUST_BINARY(==) LOOM_THRUST_BINARY(!=) LOOM_THRUST_BINARY(<) LOOM_THRUST_BINARY(<=) LOOM_THRUST_BINARY(>) LOOM_THRUST_BINARY(>=)
LOOM_THRUST_BINARY(&&) LOOM_THRUST_BINARY(||) LOOM_THRUST_BINARY(&) LOOM_THRUST_BINARY(|) LOOM_THRUST_BINARY(^)
#undef LOOM_THRUST_BINARY
#define LOOM_THRUST_UNARY(sign)                                                       \
  template <class Left, class = std::enable_if_t<is_actor<Left>>>                     \
  constexpr auto operator sign(const Left& a) {                                       \
    return Actor{[a](auto&... arguments) { return sign value_of(a, arguments...); }}; \
  }
LOOM_THRUST_UNARY(-) LOOM_THRUST_UNARY(!) LOOM_THRUST_UNARY(~)
#undef LOOM_THRUST_UNARY

}  // namespace detail

namespace placeholders {
inline constexpr detail::Actor<detail::Argument<0>> _1{};
inline constexpr detail::Actor<detail::Argument<1>> _2{};
inline constexpr detail::Actor<detail::Argument<2>> _3{};
}  // namespace placeholders

// A function of several arguments as one of their tuple.
template <class Function>
struct zip_function {
  Function function;
  explicit zip_function(Function f) : function(f) {}
  template <class Tuple>
  decltype(auto) operator()(Tuple&& arguments) const { return std::apply(function, std::forward<Tuple>(arguments)); }
};
template <class Function>
zip_function<Function> make_zip_function(Function f) { return zip_function<Function>(f); }

}  // namespace thrust
