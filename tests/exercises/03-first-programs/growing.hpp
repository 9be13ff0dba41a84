// Exercise "A buffer that grows": what its test calls.
#pragma once

#include <cstddef>

#include "common/buffer.cuh"

class GrowingBuffer {
 public:
  // Appends a copy of `count` values, which lie in host memory, in device memory, or in this buffer itself.
  // Throws weft::CudaError if anything fails; then the buffer is unchanged.
  void append(const double* values, std::size_t count);

  std::size_t size() const { return size_; }
  const double* data() const { return memory_.data(); }

 private:
  weft::Buffer<double> memory_{0};  // with spare capacity after the last value
  std::size_t size_ = 0;
};
