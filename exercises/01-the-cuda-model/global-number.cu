// Exercise "A unique index for every thread": numbering the threads of any grid.
#include <cstddef>

#include "01-the-cuda-model/global-number.hpp"

// A number for the calling thread, from 0 without gaps: x fastest, then y, then z; block after block.
__device__ std::size_t global_number() {
  std::size_t number = 0;
  // your code begins
  // your code ends
  return number;
}
