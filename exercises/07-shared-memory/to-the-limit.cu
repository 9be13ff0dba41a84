// Exercise "A dot product with all the shared memory": a dot product with as much shared memory as a block can have.
#include <algorithm>
#include <vector>

#include "07-shared-memory/to-the-limit.hpp"
#include "common/buffer.cuh"

// How many floats the dynamic shared memory of a block can hold on device 0, if the kernel opts in to all that it may have.
std::size_t largest_piece() {
  std::size_t floats = 0;
  // your code begins
  // your code ends
  return floats;
}

// Block i writes the products of elements i * piece to (i + 1) * piece - 1, as far as there are any, to dynamic shared
// memory, which has space for `piece` floats, and writes their sum to sums[i].
__global__ void dot_pieces(Numbers a, Numbers b, std::size_t piece, float* sums) {
  // your code begins
  // your code ends
}

// The dot product of two vectors of equal length, with one block of `threads` threads for each piece. Throws weft::CudaError.
double dot(Numbers a, Numbers b, std::size_t piece, unsigned threads) {
  double sum = 0.0;
  // your code begins
  // your code ends
  return sum;
}
