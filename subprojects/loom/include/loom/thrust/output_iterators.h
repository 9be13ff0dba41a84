// Iterators through which what an algorithm writes goes into a function first.
#pragma once

#include "loom/thrust/iterators.h"

namespace thrust {
namespace detail {

template <class Write>
struct Writing {
  Write write;
  template <class Type>
  const Writing& operator=(const Type& value) const { return write(value), *this; }
};

template <class Function, class It>
struct WriteTransformed {
  Function function;
  It place;
  template <class Type>
  void operator()(const Type& value) const { *place = function(value); }
};
template <class Function>
struct TellPlace {
  Function function;
  std::ptrdiff_t place;
  template <class Type>
  void operator()(const Type& value) const { function(place, value); }
};

}  // namespace detail

template <class Function, class It>
class transform_output_iterator
    : public detail::Iterator<transform_output_iterator<Function, It>, detail::Writing<detail::WriteTransformed<Function, It>>, void> {
 public:
  transform_output_iterator(It base, Function function) : base_(base), function_(function) {}
  detail::Writing<detail::WriteTransformed<Function, It>> at(std::ptrdiff_t i) const { return {{function_, base_ + i}}; }
  void step(std::ptrdiff_t by) { base_ += by; }
  std::ptrdiff_t from(const transform_output_iterator& other) const { return base_ - other.base_; }
  It base() const { return base_; }
  Function functor() const { return function_; }

 private:
  It base_;
  Function function_;
};
template <class It, class Function>
transform_output_iterator<Function, It> make_transform_output_iterator(It base, Function function) { return {base, function}; }

// The function gets the index, and what is written there.
template <class Function>
class tabulate_output_iterator
    : public detail::Iterator<tabulate_output_iterator<Function>, detail::Writing<detail::TellPlace<Function>>, void> {
 public:
  explicit tabulate_output_iterator(Function function, std::ptrdiff_t place = 0) : function_(function), place_(place) {}
  detail::Writing<detail::TellPlace<Function>> at(std::ptrdiff_t i) const { return {{function_, place_ + i}}; }
  void step(std::ptrdiff_t by) { place_ += by; }
  std::ptrdiff_t from(const tabulate_output_iterator& other) const { return place_ - other.place_; }

 private:
  Function function_;
  std::ptrdiff_t place_;
};
template <class Function>
tabulate_output_iterator<Function> make_tabulate_output_iterator(Function function, std::ptrdiff_t place = 0) {
  return tabulate_output_iterator<Function>(function, place);
}

namespace detail {

template <class Function, class It>
struct Raw<transform_output_iterator<Function, It>> {
  static constexpr ExecutionSpace space = Raw<It>::space;
  using type = transform_output_iterator<Function, typename Raw<It>::type>;
  static type of(const transform_output_iterator<Function, It>& it) { return {Raw<It>::of(it.base()), it.functor()}; }
};
template <class Function>
struct Raw<tabulate_output_iterator<Function>> : Nowhere<tabulate_output_iterator<Function>> {};

}  // namespace detail
}  // namespace thrust
