// fails: at most twice the memory that the values need is allocated, and all of it is freed
#include <algorithm>
#include <cstddef>
#include <utility>

#include "03-first-programs/growing.hpp"
#include "common/buffer.cuh"

void GrowingBuffer::append(const double* values, std::size_t count) {
  const std::size_t needed = size_ + count;
  if (needed > memory_.size()) {
    auto* const larger = new weft::Buffer<double>(std::max(2 * memory_.size(), needed));
    weft::check(cudaMemcpy(larger->data(), memory_.data(), size_ * sizeof(double), cudaMemcpyDefault));
    weft::check(cudaMemcpy(larger->data() + size_, values, count * sizeof(double), cudaMemcpyDefault));
    std::swap(memory_, *larger);
  } else {
    weft::check(cudaMemcpy(memory_.data() + size_, values, count * sizeof(double), cudaMemcpyDefault));
  }
  size_ = needed;
}
