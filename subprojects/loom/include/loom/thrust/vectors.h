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

template <class T, class Allocator = void>
class device_vector;

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
 public:
  using std::vector<T, Allocator>::vector;
  host_vector() = default;
  host_vector(const std::vector<T, Allocator>& other) : std::vector<T, Allocator>(other) {}
  template <class A>
  host_vector(const device_vector<T, A>& other) : std::vector<T, Allocator>(other.size()) { thrust::copy(other.begin(), other.end(), this->begin()); }
  template <class It, class = std::enable_if_t<detail::Raw<It>::place == detail::Place::device>>
  host_vector(It first, It last) : std::vector<T, Allocator>(static_cast<std::size_t>(last - first)) { thrust::copy(first, last, this->begin()); }
  template <class A>
  host_vector& operator=(const device_vector<T, A>& other) {
    this->resize(other.size());
    thrust::copy(other.begin(), other.end(), this->begin());
    return *this;
  }
};

template <class T, class Allocator>
class device_vector {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using pointer = device_ptr<T>;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;
  using reverse_iterator = std::reverse_iterator<iterator>;

  device_vector() = default;
  explicit device_vector(std::size_t count, const T& value = T()) { resize(count, value); }
  template <class It, class = std::enable_if_t<detail::is_iterator<It>>>
  device_vector(It first, It last) { assign(first, last); }
  device_vector(std::initializer_list<T> list) { assign(list.begin(), list.end()); }
  device_vector(const device_vector& other) { assign(other.begin(), other.end()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class A>
  device_vector(const std::vector<T, A>& other) { assign(other.begin(), other.end()); }
  ~device_vector() { cudaFree(memory_); }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept { return swap(other), *this; }
  template <class A>
  device_vector& operator=(const std::vector<T, A>& other) { return assign(other.begin(), other.end()), *this; }
  device_vector& operator=(std::initializer_list<T> list) { return assign(list.begin(), list.end()), *this; }

  iterator begin() { return iterator(memory_); }
  iterator end() { return begin() + static_cast<std::ptrdiff_t>(size_); }
  const_iterator begin() const { return cbegin(); }
  const_iterator end() const { return cend(); }
  const_iterator cbegin() const { return const_iterator(memory_); }
  const_iterator cend() const { return cbegin() + static_cast<std::ptrdiff_t>(size_); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  device_ptr<T> data() { return begin(); }
  device_ptr<const T> data() const { return begin(); }
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
    T* const larger = device_malloc<T>(count).get();
    if (size_ > 0) detail::check(cudaMemcpy(larger, memory_, size_ * sizeof(T), cudaMemcpyDeviceToDevice), "a vector cannot be moved");
    detail::check(cudaFree(memory_), "a vector's memory is not its own any more");
    memory_ = larger;
    capacity_ = count;
  }
  void resize(std::size_t count, const T& value = T()) {
    if (count > capacity_) reserve(std::max(count, std::min(2 * capacity_, count + capacity_)));
    const std::size_t before = std::exchange(size_, count);
    if (count > before) {
      const std::vector<T> added(count - before, value);
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
  void assign(std::size_t count, const T& value) {
    size_ = 0;
    resize(count, value);
  }
  void push_back(const T& value) { resize(size_ + 1, value); }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  iterator erase(iterator first, iterator last) {
    const host_vector<T> rest(last, end());
    thrust::copy(rest.begin(), rest.end(), first);
    size_ -= static_cast<std::size_t>(last - first);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class It>
  void insert(iterator at, It first, It last) {
    host_vector<T> all(begin(), end());
    const host_vector<T> added(first, last);
    all.insert(all.begin() + (at - begin()), added.begin(), added.end());
    assign(all.begin(), all.end());
  }
  iterator insert(iterator at, const T& value) {
    const std::ptrdiff_t place = at - begin();
    insert(at, &value, &value + 1);
    return begin() + place;
  }
  void swap(device_vector& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  friend bool operator==(const device_vector& a, const device_vector& b) { return host_vector<T>(a) == host_vector<T>(b); }
  friend bool operator!=(const device_vector& a, const device_vector& b) { return !(a == b); }
  friend bool operator==(const device_vector& a, const std::vector<T>& b) { return host_vector<T>(a) == b; }
  friend bool operator==(const std::vector<T>& a, const device_vector& b) { return b == a; }

 private:
  T* memory_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

template <class T, class A>
void swap(device_vector<T, A>& a, device_vector<T, A>& b) { a.swap(b); }

}  // namespace thrust
