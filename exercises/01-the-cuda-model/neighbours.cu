// Exercise "Sums of neighbours in shared memory": a block shares the values that its threads have read, and two more.
#include <cstddef>

#include "01-the-cuda-model/neighbours.hpp"

// out[i] = in[i - 1] + in[i] + in[i + 1], where a neighbour that does not exist counts as 0. A launch covers `count` elements and
// provides (blockDim.x + 2) * sizeof(int) bytes of shared memory.
__global__ void add_neighbours(const int* in, int* out, std::size_t count) {
  // your code begins
  // your code ends
}
