// Exercise "A library function without CUDA in its interface": a function that needs no CUDA from its users, and reports errors as codes.
#include <algorithm>
#include <cstdint>
#include <new>

#include "20-building/medians.cuh"
#include "20-building/a-boundary.hpp"
#include "common/buffer.cuh"

// smooth[i] is the median of readings[i] to readings[i + 4], for i below count - 4.
//
// It is a bad argument if a pointer is null, if there are fewer than 5 readings, or if their bytes exceed std::size_t. If the
// status is not ok, nothing was written. The call leaves no CUDA error behind, does not report an earlier one as its own, and leaks
// no memory.
Status smoothed(const float* readings, std::size_t count, float* smooth) noexcept {
  Status status = Status::failed;
  // your code begins
  // your code ends
  return status;
}
