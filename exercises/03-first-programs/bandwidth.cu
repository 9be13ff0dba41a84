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
  // your code ends
}

HostMemory::~HostMemory() {
  // your code begins
  // your code ends
}

// Copies with cudaMemcpyAsync in `stream`. Returns the seconds from the call until the copy is complete.
// Throws weft::CudaError if anything fails.
double seconds_to_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind direction, cudaStream_t stream) {
  double seconds = NAN;
  // your code begins
  // your code ends
  return seconds;
}

// A gigabyte is 10^9 bytes.
double gigabytes_per_second(std::size_t bytes, double seconds) {
  double speed = NAN;
  // your code begins
  // your code ends
  return speed;
}
