// fails: at most twice the memory that the values need is allocated, and all of it is freed
#include <algorithm>
#include <cstddef>

#include "common/check.cuh"

class GrowingBuffer {
 public:
  void append(const double* values, std::size_t count) {
    const std::size_t needed = size_ + count;
    if (needed > room_) {
      double* larger = nullptr;
      const std::size_t room = std::max(2 * room_, needed);
      weft::check(cudaMalloc(&larger, room * sizeof(double)));
      weft::check(cudaMemcpy(larger, memory_, size_ * sizeof(double), cudaMemcpyDefault));
      weft::check(cudaMemcpy(larger + size_, values, count * sizeof(double), cudaMemcpyDefault));
      cudaFree(memory_);
      memory_ = larger;
      room_ = room;
    } else {
      weft::check(cudaMemcpy(memory_ + size_, values, count * sizeof(double), cudaMemcpyDefault));
    }
    size_ = needed;
  }

  std::size_t size() const { return size_; }
  const double* data() const { return memory_; }

 private:
  double* memory_ = nullptr;
  std::size_t size_ = 0, room_ = 0;
};
