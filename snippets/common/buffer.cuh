// Tangled from chapters/03-first-programs.md. Edit there. [sha1 0ee06a810cc6810cb0870b6e2b364c8f665df97d]
#pragma once

#include "common/check.cuh"
#include "common/owner.cuh"
#include "common/view.cuh"

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

// Device memory for `size` elements, uninitialised at first.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, Place place = Place::current()) : size_(size) {
    const bool has_too_many_bytes = size > SIZE_MAX / sizeof(T);  // to count them
    if (has_too_many_bytes) check(cudaErrorMemoryAllocation, place);
    if (size > 0) check(cudaMalloc(memory_.out(), size * sizeof(T)), place);
  }
  explicit Buffer(const std::vector<T>& values, Place place = Place::current())
      : Buffer(values.size(), place) {
    copy_from(values, place);
  }
  Buffer(Buffer&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    memory_ = std::move(other.memory_);
    std::swap(size_, other.size_);
    return *this;
  }

  void copy_from(std::span<const T> values, Place place = Place::current()) {
    if (values.size() != size_) throw std::length_error("a buffer is filled as a whole");
    if (size_ == 0) return;
    check(cudaMemcpy(memory_, values.data(), values.size_bytes(), cudaMemcpyHostToDevice), place);
  }
  std::vector<T> to_host(Place place = Place::current()) const {
    std::vector<T> values(size_);
    const std::size_t bytes = size_ * sizeof(T);
    if (bytes > 0) check(cudaMemcpy(values.data(), memory_, bytes, cudaMemcpyDeviceToHost), place);
    return values;
  }

  std::size_t size() const { return size_; }
  T* data() { return memory_; }
  const T* data() const { return memory_; }
  View<T> view() { return {memory_, size_}; }
  View<const T> view() const { return {memory_, size_}; }

 private:
  Owner<T*, cudaFree> memory_;
  std::size_t size_;
};

}  // namespace weft
