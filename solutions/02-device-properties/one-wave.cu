// Exercise "One wave of blocks": a grid that fits the device, and a kernel that fits any grid.
#include <algorithm>
#include <cstddef>

#include "02-device-properties/one-wave.hpp"

// Multiplies values[0 … count) by `factor`, with any number of blocks.
__global__ void scale(float* values, std::size_t count, float factor) {
  // your code begins
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) values[i] *= factor;
  // your code ends
}

// Does so on the current device, with no more blocks of `threads` threads than it holds at a time or than `count` values need, and
// waits. Stores the number of blocks in *blocks. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t scale_on_device(float* values, std::size_t count, float factor, int threads, unsigned* blocks) {
  *blocks = 0;
  cudaError_t error = cudaSuccess;
  // your code begins
  if (count == 0) return error;
  int device = 0, multiprocessors = 0, blocks_each = 0;
  error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess) error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, scale, threads, 0);
  if (error != cudaSuccess) return error;
  const std::size_t needed = (count + threads - 1) / threads;
  *blocks = static_cast<unsigned>(std::min(std::size_t(multiprocessors) * blocks_each, needed));
  scale<<<*blocks, threads>>>(values, count, factor);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  // your code ends
  return error;
}
