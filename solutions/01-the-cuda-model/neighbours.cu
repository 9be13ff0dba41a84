// Exercise "Sums of neighbours in shared memory": a block shares the values that its threads have read, and two more.
#include <cstddef>

#include "01-the-cuda-model/neighbours.hpp"

// out[i] = in[i - 1] + in[i] + in[i + 1], where a neighbour that does not exist counts as 0. A launch covers `count` elements and
// provides (blockDim.x + 2) * sizeof(int) bytes of shared memory.
__global__ void add_neighbours(const int* in, int* out, std::size_t count) {
  // your code begins
  extern __shared__ int copies[];
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned place = threadIdx.x + 1;
  copies[place] = i < count ? in[i] : 0;
  if (threadIdx.x == 0) copies[0] = 0 < i && i <= count ? in[i - 1] : 0;
  if (place == blockDim.x) copies[place + 1] = i + 1 < count ? in[i + 1] : 0;
  __syncthreads();
  if (i < count) out[i] = copies[place - 1] + copies[place] + copies[place + 1];
  // your code ends
}
