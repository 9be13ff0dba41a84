// Tangled from chapters/03-first-programs.md. Edit there. [sha1 83ea239fcb1174af30074454996aea0837a3f963]
#pragma once

#include <cstddef>

namespace weft {

// Elements that somebody else owns. Cheap to copy, so it travels to kernels by value.
template <class T>
class View {
 public:
  __host__ __device__ View(T* data, std::size_t size) : data_(data), size_(size) {}
  __host__ __device__ operator View<const T>() const { return {data_, size_}; }

  __host__ __device__ T& operator[](std::size_t i) const { return data_[i]; }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ std::size_t size() const { return size_; }

 private:
  T* data_;
  std::size_t size_;
};

}  // namespace weft
