// Exercise "Just enough blocks": covering data with whole blocks, and no more than the data.
#include <cstddef>

#include "01-the-cuda-model/cover.hpp"

// The smallest number of blocks of `threads` threads that covers `count` elements.
std::size_t blocks_for(std::size_t count, unsigned threads) {
  std::size_t blocks = 0;
  // your code begins
  // your code ends
  return blocks;
}

// Sets values[0 … count) to `value`, one thread per element.
__global__ void fill(float* values, std::size_t count, float value) {
  // your code begins
  // your code ends
}
