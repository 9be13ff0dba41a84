// Pointers to device memory that the host may use too: what it reads or writes through them is copied.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

// CUDA's Thrust brings these along, too.
#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

#include "cuda_runtime.h"
#include "loom/standard.h"
#include "loom/thrust/errors.h"

namespace thrust {

template <class Type>
class device_ptr;

// A number in device memory.
template <class Type>
class device_reference {
 public:
  using value_type = std::remove_cv_t<Type>;
  using pointer = device_ptr<Type>;

  explicit device_reference(device_ptr<Type> place) : place_(place.get()) {}
  explicit device_reference(Type* place) : place_(place) {}
  device_reference(const device_reference&) = default;

  operator value_type() const {
    if (::loom::on_device()) return *place_;
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    detail::check(cudaMemcpy(bytes, place_, sizeof(value_type), cudaMemcpyDeviceToHost), "a number in device memory cannot be read");
    return *reinterpret_cast<value_type*>(bytes);
  }
  const device_reference& operator=(const value_type& value) const {
    if (::loom::on_device()) *place_ = value;
    else detail::check(cudaMemcpy(place_, &value, sizeof value, cudaMemcpyHostToDevice), "a number in device memory cannot be written");
    return *this;
  }
  const device_reference& operator=(const device_reference& other) const { return *this = static_cast<value_type>(other); }
  device_ptr<Type> operator&() const { return device_ptr<Type>(place_); }

#define LOOM_THRUST_CHANGE(sign) \
  const device_reference& operator sign##=(const value_type& by) const { return *this = static_cast<value_type>(*this) sign by; }
  LOOM_THRUST_CHANGE(+) LOOM_THRUST_CHANGE(-) LOOM_THRUST_CHANGE(*) LOOM_THRUST_CHANGE(/) LOOM_THRUST_CHANGE(%)
  LOOM_THRUST_CHANGE(&) LOOM_THRUST_CHANGE(|) LOOM_THRUST_CHANGE(^)
#undef LOOM_THRUST_CHANGE
  const device_reference& operator++() const { return *this += value_type(1); }
  const device_reference& operator--() const { return *this -= value_type(1); }
  value_type operator++(int) const {
    const value_type before = *this;
    ++*this;
    return before;
  }

 private:
  Type* place_;
};

template <class Type>
void swap(device_reference<Type> a, device_reference<Type> b) {
  const std::remove_cv_t<Type> kept = a;
  a = b;
  b = kept;
}
template <class Type>
std::ostream& operator<<(std::ostream& out, const device_reference<Type>& number) { return out << static_cast<std::remove_cv_t<Type>>(number); }

template <class Type>
class device_ptr {
 public:
  using value_type = std::remove_cv_t<Type>;
  using reference = std::conditional_t<std::is_void_v<Type>, void, device_reference<std::conditional_t<std::is_void_v<Type>, char, Type>>>;
  using pointer = device_ptr;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(Type* raw) : raw_(raw) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, Type*>>>
  device_ptr(const device_ptr<Other>& other) : raw_(other.get()) {}

  Type* get() const { return raw_; }
  explicit operator bool() const { return raw_ != nullptr; }
  reference operator*() const { return reference(raw_); }
  reference operator[](difference_type i) const { return reference(raw_ + i); }
  device_ptr& operator+=(difference_type by) { return raw_ += by, *this; }
  device_ptr& operator-=(difference_type by) { return raw_ -= by, *this; }
  device_ptr& operator++() { return ++raw_, *this; }
  device_ptr& operator--() { return --raw_, *this; }
  device_ptr operator++(int) { return device_ptr(raw_++); }
  device_ptr operator--(int) { return device_ptr(raw_--); }
  friend device_ptr operator+(device_ptr p, difference_type by) { return p += by; }
  friend device_ptr operator+(difference_type by, device_ptr p) { return p += by; }
  friend device_ptr operator-(device_ptr p, difference_type by) { return p -= by; }

 private:
  Type* raw_ = nullptr;
};

template <class Type, class Other>
std::ptrdiff_t operator-(device_ptr<Type> a, device_ptr<Other> b) { return a.get() - b.get(); }
#define LOOM_THRUST_COMPARE(sign)    \
  template <class Type, class Other> \
  bool operator sign(device_ptr<Type> a, device_ptr<Other> b) { return a.get() sign b.get(); }
LOOM_THRUST_COMPARE(==) LOOM_THRUST_COMPARE(!=) LOOM_THRUST_COMPARE(<) LOOM_THRUST_COMPARE(<=) LOOM_THRUST_COMPARE(>) LOOM_THRUST_COMPARE(>=)
#undef LOOM_THRUST_COMPARE

template <class Type>
void swap(device_ptr<Type>& a, device_ptr<Type>& b) {
  const device_ptr<Type> kept = a;
  a = b;
  b = kept;
}

template <class Type>
device_ptr<Type> device_pointer_cast(Type* raw) { return device_ptr<Type>(raw); }
template <class Type>
device_ptr<Type> device_pointer_cast(device_ptr<Type> p) { return p; }
template <class Type>
Type* raw_pointer_cast(Type* raw) { return raw; }
template <class Type>
Type* raw_pointer_cast(device_ptr<Type> p) { return p.get(); }

template <class Type>
device_ptr<Type> device_malloc(std::size_t count) {
  Type* memory;
  detail::check(cudaMalloc(&memory, count * sizeof(Type)), "there is no device memory left");
  return device_ptr<Type>(memory);
}
inline device_ptr<void> device_malloc(std::size_t bytes) { return device_ptr<void>(device_malloc<char>(bytes).get()); }
template <class Type>
void device_free(device_ptr<Type> p) { detail::check(cudaFree(p.get()), "this is not device memory, so it cannot be freed"); }

}  // namespace thrust
