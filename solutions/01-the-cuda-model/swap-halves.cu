// Exercise "Swap halves through shared memory": threads of a block exchange values, and a barrier keeps order.
#include "01-the-cuda-model/swap-halves.hpp"

// Each block of 2 * half threads exchanges the first and the second half of its own 2 * half values, in place.
__global__ void swap_halves(int* values) {
  // your code begins
  __shared__ int copies[2 * half];
  const unsigned mine = blockIdx.x * blockDim.x + threadIdx.x;
  copies[threadIdx.x] = values[mine];
  __syncthreads();
  values[mine] = copies[(threadIdx.x + half) % (2 * half)];
  // your code ends
}
