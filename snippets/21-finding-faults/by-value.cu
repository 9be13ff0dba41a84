// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 6f41a3926266740b7beea8db09794627fe927391]
#include <doctest/doctest.h>

#include "common/check.cuh"

class Numbers {
 public:
  explicit Numbers(int count) {
    weft::check(cudaMalloc(&values_, count * sizeof(int)));
    weft::check(cudaMemset(values_, 0, count * sizeof(int)));
  }
  Numbers(const Numbers&) = default;
  ~Numbers() { cudaFree(values_); }
  __device__ int& operator[](int i) { return values_[i]; }

 private:
  int* values_ = nullptr;
};

__global__ void increment(Numbers numbers) {
  numbers[threadIdx.x] += 1;  // finds: out-of-bounds
}

TEST_CASE("the copy for the first launch frees what the second launch needs") {
  Numbers numbers(64);
  increment<<<1, 64>>>(numbers);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  increment<<<1, 64>>>(numbers);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
