// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 5ef32e1e336265c49c8a11158347cb2ce3e2c776]
#pragma once

#include "common/buffer.cuh"

namespace weft {

// Host memory that is never moved, so that a copy needs no help from the processor.
template <class T>
class Pinned {
 public:
  explicit Pinned(std::size_t size, Place place = Place::current()) : size_(size) {
    if (size > 0) check(cudaMallocHost(memory_.out(), size * sizeof(T)), place);
  }

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  T* data() { return memory_; }
  const T* data() const { return memory_; }
  View<T> view() { return {memory_, size_}; }

 private:
  Owner<T*, cudaFreeHost> memory_;
  std::size_t size_;
};

}  // namespace weft
