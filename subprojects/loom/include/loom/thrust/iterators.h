// Iterators that make up their elements, and what stands behind an iterator where its algorithm runs.
#pragma once

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include "loom/thrust/pointers.h"

namespace thrust {

using std::get;
using std::iterator_traits;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;

namespace detail {

// Random access, from Self's at(n), which answers the n-th element from there on, and step(n).
template <class Self, class Reference, class Value>
class Iterator {
 public:
  using value_type = Value;
  using reference = Reference;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  Reference operator*() const { return self().at(0); }
  Reference operator[](std::ptrdiff_t i) const { return self().at(i); }
  Self& operator+=(std::ptrdiff_t by) { return self().step(by), self(); }
  Self& operator-=(std::ptrdiff_t by) { return self().step(-by), self(); }
  Self& operator++() { return self() += 1; }
  Self& operator--() { return self() -= 1; }
  Self operator++(int) {
    const Self before = self();
    ++*this;
    return before;
  }
  friend Self operator+(Self a, std::ptrdiff_t by) { return a += by; }
  friend Self operator+(std::ptrdiff_t by, Self a) { return a += by; }
  friend Self operator-(Self a, std::ptrdiff_t by) { return a -= by; }
  friend std::ptrdiff_t operator-(const Self& a, const Self& b) { return a.from(b); }
  friend bool operator==(const Self& a, const Self& b) { return a.from(b) == 0; }
  friend bool operator!=(const Self& a, const Self& b) { return a.from(b) != 0; }
  friend bool operator<(const Self& a, const Self& b) { return a.from(b) < 0; }
  friend bool operator>(const Self& a, const Self& b) { return a.from(b) > 0; }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class It>
using Value = typename std::iterator_traits<It>::value_type;
template <class It>
using Reference = typename std::iterator_traits<It>::reference;

// Where an algorithm runs: where its policy says, or where the elements of its iterators are.
enum class ExecutionSpace { anywhere, host, device };
constexpr ExecutionSpace both(ExecutionSpace a, ExecutionSpace b) { return a > b ? a : b; }

template <class It, class = void>
constexpr bool is_iterator = false;
template <class It>
constexpr bool is_iterator<It, std::void_t<typename std::iterator_traits<It>::iterator_category>> = true;

// Anything that is not an iterator, and host iterators.
template <class It>
struct Raw {
  static constexpr ExecutionSpace space = is_iterator<It> ? ExecutionSpace::host : ExecutionSpace::anywhere;
  using type = It;
  static type of(const It& it) { return it; }
};
template <class Type>
struct Raw<device_ptr<Type>> {
  static constexpr ExecutionSpace space = ExecutionSpace::device;
  using type = Type*;
  static type of(device_ptr<Type> p) { return p.get(); }
};
template <class It>
struct Raw<std::reverse_iterator<It>> {
  static constexpr ExecutionSpace space = Raw<It>::space;
  using type = std::reverse_iterator<typename Raw<It>::type>;
  static type of(const std::reverse_iterator<It>& it) { return type(Raw<It>::of(it.base())); }
};

}  // namespace detail

template <class It>
using iterator_value_t = typename std::iterator_traits<It>::value_type;
template <class It>
using iterator_reference_t = typename std::iterator_traits<It>::reference;
template <class It>
using iterator_difference_t = typename std::iterator_traits<It>::difference_type;
#define LOOM_THRUST_TRAIT(name) \
  template <class It>           \
  struct name {                 \
    using type = name##_t<It>;  \
  };
LOOM_THRUST_TRAIT(iterator_value) LOOM_THRUST_TRAIT(iterator_reference) LOOM_THRUST_TRAIT(iterator_difference)
#undef LOOM_THRUST_TRAIT

template <class Type>
class counting_iterator : public detail::Iterator<counting_iterator<Type>, Type, Type> {
 public:
  counting_iterator() = default;
  explicit counting_iterator(Type first) : number_(first) {}
  Type at(std::ptrdiff_t i) const { return static_cast<Type>(number_ + static_cast<Type>(i)); }
  void step(std::ptrdiff_t by) { number_ = at(by); }
  std::ptrdiff_t from(const counting_iterator& other) const { return static_cast<std::ptrdiff_t>(number_ - other.number_); }

 private:
  Type number_{};
};
template <class Type>
counting_iterator<Type> make_counting_iterator(Type first) { return counting_iterator<Type>(first); }

template <class Type>
class constant_iterator : public detail::Iterator<constant_iterator<Type>, Type, Type> {
 public:
  explicit constant_iterator(Type value, std::ptrdiff_t place = 0) : value_(value), place_(place) {}
  Type at(std::ptrdiff_t) const { return value_; }
  void step(std::ptrdiff_t by) { place_ += by; }
  std::ptrdiff_t from(const constant_iterator& other) const { return place_ - other.place_; }

 private:
  Type value_;
  std::ptrdiff_t place_;
};
template <class Type>
constant_iterator<Type> make_constant_iterator(Type value) { return constant_iterator<Type>(value); }

// Takes all that is written to it, and keeps nothing.
struct discarded {
  template <class Type>
  const discarded& operator=(const Type&) const { return *this; }
};
class discard_iterator : public detail::Iterator<discard_iterator, discarded, discarded> {
 public:
  explicit discard_iterator(std::ptrdiff_t place = 0) : place_(place) {}
  discarded at(std::ptrdiff_t) const { return {}; }
  void step(std::ptrdiff_t by) { place_ += by; }
  std::ptrdiff_t from(const discard_iterator& other) const { return place_ - other.place_; }

 private:
  std::ptrdiff_t place_;
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }

template <class Function, class It>
using transformed = std::decay_t<decltype(std::declval<const Function&>()(std::declval<detail::Value<It>&>()))>;

template <class Function, class It>
class transform_iterator : public detail::Iterator<transform_iterator<Function, It>, transformed<Function, It>, transformed<Function, It>> {
 public:
  transform_iterator(It base, Function function) : base_(base), function_(function) {}
  transformed<Function, It> at(std::ptrdiff_t i) const { return function_(base_[i]); }
  void step(std::ptrdiff_t by) { base_ += by; }
  std::ptrdiff_t from(const transform_iterator& other) const { return base_ - other.base_; }
  It base() const { return base_; }
  Function functor() const { return function_; }

 private:
  It base_;
  Function function_;
};
template <class It, class Function>
transform_iterator<Function, It> make_transform_iterator(It base, Function function) { return {base, function}; }

template <class Elements, class Indices>
class permutation_iterator
    : public detail::Iterator<permutation_iterator<Elements, Indices>, detail::Reference<Elements>, detail::Value<Elements>> {
 public:
  permutation_iterator(Elements elements, Indices indices) : elements_(elements), indices_(indices) {}
  detail::Reference<Elements> at(std::ptrdiff_t i) const { return elements_[static_cast<std::ptrdiff_t>(indices_[i])]; }
  void step(std::ptrdiff_t by) { indices_ += by; }
  std::ptrdiff_t from(const permutation_iterator& other) const { return indices_ - other.indices_; }
  Elements elements() const { return elements_; }
  Indices indices() const { return indices_; }

 private:
  Elements elements_;
  Indices indices_;
};
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) { return {elements, indices}; }

template <class Tuple>
class zip_iterator;
template <class... Its>
class zip_iterator<std::tuple<Its...>>
    : public detail::Iterator<zip_iterator<std::tuple<Its...>>, std::tuple<detail::Reference<Its>...>, std::tuple<detail::Value<Its>...>> {
 public:
  explicit zip_iterator(std::tuple<Its...> its) : its_(its) {}
  std::tuple<detail::Reference<Its>...> at(std::ptrdiff_t i) const {
    return std::apply([i](const Its&... its) { return std::tuple<detail::Reference<Its>...>(its[i]...); }, its_);
  }
  void step(std::ptrdiff_t by) {
    std::apply([by](Its&... its) { ((its += by), ...); }, its_);
  }
  std::ptrdiff_t from(const zip_iterator& other) const { return std::get<0>(its_) - std::get<0>(other.its_); }
  const std::tuple<Its...>& get_iterator_tuple() const { return its_; }

 private:
  std::tuple<Its...> its_;
};
template <class... Its>
zip_iterator<std::tuple<Its...>> make_zip_iterator(std::tuple<Its...> its) { return zip_iterator<std::tuple<Its...>>(its); }
template <class... Its>
zip_iterator<std::tuple<Its...>> make_zip_iterator(Its... its) { return zip_iterator<std::tuple<Its...>>(std::tuple<Its...>(its...)); }

template <class It>
using reverse_iterator = std::reverse_iterator<It>;
template <class It>
std::reverse_iterator<It> make_reverse_iterator(It it) { return std::reverse_iterator<It>(it); }

namespace detail {

template <class It>
struct Nowhere {
  static constexpr ExecutionSpace space = ExecutionSpace::anywhere;
  using type = It;
  static type of(const It& it) { return it; }
};
template <class Type>
struct Raw<counting_iterator<Type>> : Nowhere<counting_iterator<Type>> {};
template <class Type>
struct Raw<constant_iterator<Type>> : Nowhere<constant_iterator<Type>> {};
template <>
struct Raw<discard_iterator> : Nowhere<discard_iterator> {};
template <class Function, class It>
struct Raw<transform_iterator<Function, It>> {
  static constexpr ExecutionSpace space = Raw<It>::space;
  using type = transform_iterator<Function, typename Raw<It>::type>;
  static type of(const transform_iterator<Function, It>& it) { return {Raw<It>::of(it.base()), it.functor()}; }
};
template <class Elements, class Indices>
struct Raw<permutation_iterator<Elements, Indices>> {
  static constexpr ExecutionSpace space = both(Raw<Elements>::space, Raw<Indices>::space);
  using type = permutation_iterator<typename Raw<Elements>::type, typename Raw<Indices>::type>;
  static type of(const permutation_iterator<Elements, Indices>& it) { return {Raw<Elements>::of(it.elements()), Raw<Indices>::of(it.indices())}; }
};
template <class... Its>
struct Raw<zip_iterator<std::tuple<Its...>>> {
  static constexpr ExecutionSpace space = [] {
    ExecutionSpace all = ExecutionSpace::anywhere;
    ((all = both(all, Raw<Its>::space)), ...);
    return all;
  }();
  using type = zip_iterator<std::tuple<typename Raw<Its>::type...>>;
  static type of(const zip_iterator<std::tuple<Its...>>& it) {
    return std::apply([](const Its&... its) { return type(std::tuple<typename Raw<Its>::type...>(Raw<Its>::of(its)...)); }, it.get_iterator_tuple());
  }
};

}  // namespace detail

using std::advance;
using std::distance;
using std::next;
using std::prev;

}  // namespace thrust
