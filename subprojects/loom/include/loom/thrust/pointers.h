// Pointers to device memory that the host may use too: what it reads or writes through them is copied.
#pragma once

#include <cstddef>
#include <iterator>
#include <ostream>
#include <type_traits>

#include "cuda_runtime.h"
#include "loom/thrust/errors.h"

namespace thrust {

template <class T>
class device_ptr;

// A number in device memory.
template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  using pointer = device_ptr<T>;

  explicit device_reference(device_ptr<T> place) : place_(place.get()) {}
  explicit device_reference(T* place) : place_(place) {}
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
  device_ptr<T> operator&() const { return device_ptr<T>(place_); }

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
  T* place_;
};

template <class T>
void swap(device_reference<T> a, device_reference<T> b) {
  const std::remove_cv_t<T> kept = a;
  a = b;
  b = kept;
}
template <class T>
std::ostream& operator<<(std::ostream& out, const device_reference<T>& number) { return out << static_cast<std::remove_cv_t<T>>(number); }

template <class T>
class device_ptr {
 public:
  using value_type = std::remove_cv_t<T>;
  using reference = std::conditional_t<std::is_void_v<T>, void, device_reference<std::conditional_t<std::is_void_v<T>, char, T>>>;
  using pointer = device_ptr;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* raw) : raw_(raw) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : raw_(other.get()) {}

  T* get() const { return raw_; }
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
  T* raw_ = nullptr;
};

template <class T, class U>
std::ptrdiff_t operator-(device_ptr<T> a, device_ptr<U> b) { return a.get() - b.get(); }
#define LOOM_THRUST_COMPARE(sign) \
  template <class T, class U>     \
  bool operator sign(device_ptr<T> a, device_ptr<U> b) { return a.get() sign b.get(); }
LOOM_THRUST_COMPARE(==) LOOM_THRUST_COMPARE(!=) LOOM_THRUST_COMPARE(<) LOOM_THRUST_COMPARE(<=) LOOM_THRUST_COMPARE(>) LOOM_THRUST_COMPARE(>=)
#undef LOOM_THRUST_COMPARE

template <class T>
device_ptr<T> device_pointer_cast(T* raw) { return device_ptr<T>(raw); }
template <class T>
device_ptr<T> device_pointer_cast(device_ptr<T> p) { return p; }
template <class T>
T* raw_pointer_cast(T* raw) { return raw; }
template <class T>
T* raw_pointer_cast(device_ptr<T> p) { return p.get(); }

template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  T* memory;
  detail::check(cudaMalloc(&memory, count * sizeof(T)), "there is no device memory left");
  return device_ptr<T>(memory);
}
inline device_ptr<void> device_malloc(std::size_t bytes) { return device_ptr<void>(device_malloc<char>(bytes).get()); }
template <class T>
void device_free(device_ptr<T> p) { detail::check(cudaFree(p.get()), "this is no device memory to be freed"); }

}  // namespace thrust
