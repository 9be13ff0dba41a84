// Tangled from chapters/03-first-programs.md. Edit there. [sha1 cf56197dcd4de5ad302285a4f69095ce4eca2add]
#pragma once

#include <cstddef>
#include <type_traits>

namespace weft {

// Elements that somebody else owns. Cheap to copy, so it travels to kernels by value.
template <class T>
class View {
 public:
  __host__ __device__ View(T* data, std::size_t size) : data_(data), size_(size) {}
  // Who may write may also just read.
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
