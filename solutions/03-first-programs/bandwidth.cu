// Exercise "Bandwidth of copies": copies between host and device, timed by the host's clock.
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "03-first-programs/bandwidth.hpp"
#include "common/check.cuh"

HostMemory::HostMemory(std::size_t bytes, Kind kind) : kind_(kind) {
  // your code begins
  if (kind == Kind::pinned) {
    weft::check(cudaMallocHost(&data_, bytes));
  } else {
    data_ = static_cast<char*>(std::malloc(bytes));
    if (data_ == nullptr) throw std::bad_alloc();
  }
  // your code ends
}

HostMemory::~HostMemory() {
  // your code begins
  if (kind_ == Kind::pinned) {
    cudaFreeHost(data_);
  } else {
    std::free(data_);
  }
  // your code ends
}

// Copies with cudaMemcpyAsync in `stream`. Returns the seconds from the call until the copy is complete.
// Throws weft::CudaError if anything fails.
double seconds_to_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind direction, cudaStream_t stream) {
  double seconds = NAN;
  // your code begins
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  weft::check(cudaMemcpyAsync(to, from, bytes, direction, stream));
  weft::check(cudaStreamSynchronize(stream));
  seconds = std::chrono::duration<double>(Clock::now() - start).count();
  // your code ends
  return seconds;
}

// A gigabyte is 10^9 bytes.
double gigabytes_per_second(std::size_t bytes, double seconds) {
  double speed = NAN;
  // your code begins
  speed = static_cast<double>(bytes) / seconds / 1e9;
  // your code ends
  return speed;
}
