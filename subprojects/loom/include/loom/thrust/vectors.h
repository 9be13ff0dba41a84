// Vectors of the host and of the device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "loom/thrust/copies.h"

namespace thrust {

template <class Type, class Allocator = void>
class device_vector;

template <class Type, class Allocator = std::allocator<Type>>
class host_vector : public std::vector<Type, Allocator> {
 public:
  using std::vector<Type, Allocator>::vector;
  host_vector() = default;
  host_vector(const std::vector<Type, Allocator>& other) : std::vector<Type, Allocator>(other) {}
  template <class Other>
  host_vector(const device_vector<Type, Other>& other) : std::vector<Type, Allocator>(other.size()) { thrust::copy(other.begin(), other.end(), this->begin()); }
  template <class It, class = std::enable_if_t<detail::Raw<It>::space == detail::ExecutionSpace::device>>
  host_vector(It first, It last) : std::vector<Type, Allocator>(static_cast<std::size_t>(last - first)) { thrust::copy(first, last, this->begin()); }
  template <class Other>
  host_vector& operator=(const device_vector<Type, Other>& other) {
    this->resize(other.size());
    thrust::copy(other.begin(), other.end(), this->begin());
    return *this;
  }
};

template <class Type, class Allocator>
class device_vector {
 public:
  using value_type = Type;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = device_reference<Type>;
  using const_reference = device_reference<const Type>;
  using pointer = device_ptr<Type>;
  using iterator = device_ptr<Type>;
  using const_iterator = device_ptr<const Type>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  device_vector() = default;
  explicit device_vector(std::size_t count, const Type& value = Type()) { resize(count, value); }
  template <class It, class = std::enable_if_t<detail::is_iterator<It>>>
  device_vector(It first, It last) { assign(first, last); }
  device_vector(std::initializer_list<Type> list) { assign(list.begin(), list.end()); }
  device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class Other>
  device_vector(const std::vector<Type, Other>& other) { assign(other.begin(), other.end()); }
  ~device_vector() { cudaFree(memory_); }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept { return swap(other), *this; }
  template <class Other>
  device_vector& operator=(const std::vector<Type, Other>& other) { return assign(other.begin(), other.end()), *this; }
  device_vector& operator=(std::initializer_list<Type> list) { return assign(list.begin(), list.end()), *this; }

  iterator begin() { return iterator(memory_); }
  iterator end() { return begin() + static_cast<std::ptrdiff_t>(size_); }
  const_iterator begin() const { return cbegin(); }
  const_iterator end() const { return cend(); }
  const_iterator cbegin() const { return const_iterator(memory_); }
  const_iterator cend() const { return cbegin() + static_cast<std::ptrdiff_t>(size_); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return crbegin(); }
  const_reverse_iterator rend() const { return crend(); }
  const_reverse_iterator crbegin() const { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const { return const_reverse_iterator(cbegin()); }
  device_ptr<Type> data() { return begin(); }
  device_ptr<const Type> data() const { return begin(); }
  reference operator[](std::size_t i) { return begin()[static_cast<std::ptrdiff_t>(i)]; }
  const_reference operator[](std::size_t i) const { return begin()[static_cast<std::ptrdiff_t>(i)]; }
  reference front() { return *begin(); }
  reference back() { return *(end() - 1); }
  const_reference front() const { return *begin(); }
  const_reference back() const { return *(end() - 1); }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }

  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    Type* const larger = device_malloc<Type>(count).get();
    if (size_ > 0) detail::check(cudaMemcpy(larger, memory_, size_ * sizeof(Type), cudaMemcpyDeviceToDevice), "a vector cannot be moved");
    detail::check(cudaFree(memory_), "a vector's memory is not its own any more");
    memory_ = larger;
    capacity_ = count;
  }
  void resize(std::size_t count, const Type& value = Type()) {
    if (count > capacity_) reserve(std::max(count, std::min(2 * capacity_, count + capacity_)));
    const std::size_t before = std::exchange(size_, count);
    if (count > before) {
      const std::vector<Type> added(count - before, value);
      thrust::copy(added.begin(), added.end(), begin() + static_cast<std::ptrdiff_t>(before));
    }
  }
  template <class It>
  void assign(It first, It last) {
    size_ = 0;
    reserve(static_cast<std::size_t>(std::distance(first, last)));
    size_ = static_cast<std::size_t>(std::distance(first, last));
    thrust::copy(first, last, begin());
  }
  void assign(std::size_t count, const Type& value) {
    size_ = 0;
    resize(count, value);
  }
  void push_back(const Type& value) { resize(size_ + 1, value); }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  iterator erase(iterator first, iterator last) {
    const host_vector<Type> rest(last, end());
    thrust::copy(rest.begin(), rest.end(), first);
    size_ -= static_cast<std::size_t>(last - first);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class It>
  void insert(iterator at, It first, It last) {
    host_vector<Type> all(begin(), end());
    const host_vector<Type> added(first, last);
    all.insert(all.begin() + (at - begin()), added.begin(), added.end());
    assign(all.begin(), all.end());
  }
  iterator insert(iterator at, const Type& value) {
    const std::ptrdiff_t place = at - begin();
    insert(at, &value, &value + 1);
    return begin() + place;
  }
  void swap(device_vector& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  friend bool operator==(const device_vector& a, const device_vector& b) { return host_vector<Type>(a) == host_vector<Type>(b); }
  friend bool operator!=(const device_vector& a, const device_vector& b) { return !(a == b); }
  friend bool operator==(const device_vector& a, const std::vector<Type>& b) { return host_vector<Type>(a) == b; }
  friend bool operator==(const std::vector<Type>& a, const device_vector& b) { return b == a; }

 private:
  Type* memory_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

template <class Type, class Other>
void swap(device_vector<Type, Other>& a, device_vector<Type, Other>& b) { a.swap(b); }

}  // namespace thrust
