// Chapter 7, exercise "To the limit": a dot product with as much shared memory as a block can have.
#include <algorithm>
#include <vector>

#include "common/buffer.cuh"

using Numbers = weft::View<const float>;

// How many floats the dynamic shared memory of a block can hold on device 0, if the kernel asks for all it may have.
inline std::size_t largest_piece() {
  std::size_t floats = 0;
  // your code begins
  // your code ends
  return floats;
}

// Block i puts the products of elements i * piece to (i + 1) * piece - 1, as far as there are any, into dynamic shared
// memory, which has room for `piece` floats, and leaves their sum in sums[i].
__global__ void dot_pieces(Numbers a, Numbers b, std::size_t piece, float* sums) {
  // your code begins
  // your code ends
}

// The dot product of two vectors of equal length, with one block of `threads` threads for each piece. Throws weft::CudaError.
inline double dot(Numbers a, Numbers b, std::size_t piece, unsigned threads) {
  double sum = 0.0;
  // your code begins
  // your code ends
  return sum;
}
