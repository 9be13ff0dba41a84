// Exercise "A unique index for every thread": numbering the threads of any grid.
#include <cstddef>

#include "01-the-cuda-model/global-number.hpp"

// A number for the calling thread, from 0 without gaps: x fastest, then y, then z; block after block.
__device__ std::size_t global_number() {
  std::size_t number = 0;
  // your code begins
  const std::size_t block = blockIdx.x + std::size_t{gridDim.x} * (blockIdx.y + std::size_t{gridDim.y} * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads_in_block = blockDim.x * blockDim.y * blockDim.z;
  number = block * threads_in_block + thread;
  // your code ends
  return number;
}
