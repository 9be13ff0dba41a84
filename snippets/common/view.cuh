// Tangled from chapters/03-first-programs.md. Edit there. [sha1 1bfa15d948bf7d98c4c4b7e8e568a99eb234c33e]
#pragma once

#include <cstddef>
#include <type_traits>

namespace weft {

// Elements that another object owns. Cheap to copy, so it is passed to kernels by value.
template <class T>
class View {
 public:
  __host__ __device__ View(T* data, std::size_t size) : data_(data), size_(size) {}
  // A view that may write converts to one that may only read.
  template <class Writable>
    requires std::is_same_v<const Writable, T>
  __host__ __device__ View(const View<Writable>& other) : View(other.data(), other.size()) {}

  __host__ __device__ T& operator[](std::size_t i) const { return data_[i]; }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ std::size_t size() const { return size_; }

 private:
  T* data_;
  std::size_t size_;
};

}  // namespace weft
