// Vectors in memory that host and device share. Algorithms over them run on the device.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "loom/thrust/vectors.h"

namespace thrust {

template <class Type>
class universal_ptr : public detail::Iterator<universal_ptr<Type>, Type&, std::remove_cv_t<Type>> {
 public:
  using pointer = Type*;
  universal_ptr() = default;
  explicit universal_ptr(Type* raw) : raw_(raw) {}
  template <class Other, class = std::enable_if_t<std::is_convertible_v<Other*, Type*>>>
  universal_ptr(universal_ptr<Other> other) : raw_(other.get()) {}
  Type* get() const { return raw_; }
  Type* operator->() const { return raw_; }
  Type& at(std::ptrdiff_t i) const { return raw_[i]; }
  void step(std::ptrdiff_t by) { raw_ += by; }
  std::ptrdiff_t from(const universal_ptr& other) const { return raw_ - other.raw_; }

 private:
  Type* raw_ = nullptr;
};
template <class Type>
Type* raw_pointer_cast(universal_ptr<Type> p) { return p.get(); }

namespace detail {

template <class Type>
struct Raw<universal_ptr<Type>> {
  static constexpr ExecutionSpace space = ExecutionSpace::device;
  using type = Type*;
  static type of(universal_ptr<Type> p) { return p.get(); }
};

template <class Type, bool pinned>
struct SharedAllocator {
  using value_type = Type;
  template <class Other>
  struct rebind {
    using other = SharedAllocator<Other, pinned>;
  };
  SharedAllocator() = default;
  template <class Other>
  SharedAllocator(const SharedAllocator<Other, pinned>&) {}
  Type* allocate(std::size_t count) {
    Type* memory;
    check(pinned ? cudaMallocHost(&memory, count * sizeof(Type)) : cudaMallocManaged(&memory, count * sizeof(Type)), "there is no memory left");
    return memory;
  }
  void deallocate(Type* memory, std::size_t) { pinned ? cudaFreeHost(memory) : cudaFree(memory); }
  friend bool operator==(const SharedAllocator&, const SharedAllocator&) { return true; }
  friend bool operator!=(const SharedAllocator&, const SharedAllocator&) { return false; }
};

template <class Type, bool pinned>
class SharedVector : public std::vector<Type, SharedAllocator<Type, pinned>> {
  using Base = std::vector<Type, SharedAllocator<Type, pinned>>;

 public:
  using pointer = universal_ptr<Type>;
  using iterator = universal_ptr<Type>;
  using const_iterator = universal_ptr<const Type>;

  using Base::Base;
  SharedVector() = default;
  template <class It, class = std::enable_if_t<is_iterator<It>>>
  SharedVector(It first, It last) : Base(static_cast<std::size_t>(std::distance(first, last))) { thrust::copy(first, last, begin()); }
  template <class Other>
  SharedVector(const device_vector<Type, Other>& other) : SharedVector(other.begin(), other.end()) {}
  template <class Other>
  SharedVector(const std::vector<Type, Other>& other) : SharedVector(other.begin(), other.end()) {}
  template <class Other>
  SharedVector& operator=(const Other& other) {
    SharedVector copy(other);
    this->swap(copy);
    return *this;
  }

  iterator begin() { return iterator(Base::data()); }
  iterator end() { return begin() + static_cast<std::ptrdiff_t>(this->size()); }
  const_iterator begin() const { return const_iterator(Base::data()); }
  const_iterator end() const { return begin() + static_cast<std::ptrdiff_t>(this->size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  pointer data() { return begin(); }
  universal_ptr<const Type> data() const { return begin(); }
};

}  // namespace detail

template <class Type>
using universal_vector = detail::SharedVector<Type, false>;
template <class Type>
using universal_host_pinned_vector = detail::SharedVector<Type, true>;

}  // namespace thrust
