// Exercise "One wave of blocks": a grid that fits the device, and a kernel that fits any grid.
#include <algorithm>
#include <cstddef>

#include "02-device-properties/one-wave.hpp"

// Multiplies values[0 … count) by `factor`, with any number of blocks.
__global__ void scale(float* values, std::size_t count, float factor) {
  // your code begins
  // your code ends
}

// Does so on the current device, with no more blocks of `threads` threads than it holds at a time or than `count` values need, and
// waits. Stores the number of blocks in *blocks. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t scale_on_device(float* values, std::size_t count, float factor, int threads, unsigned* blocks) {
  *blocks = 0;
  cudaError_t error = cudaSuccess;
  // your code begins
  // your code ends
  return error;
}
