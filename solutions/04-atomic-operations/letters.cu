// Exercise "A histogram of letters": a histogram of a text, by way of shared memory.
#include "04-atomic-operations/letters.hpp"
#include "common/view.cuh"

// Adds to counts[0] to counts[25] the number of each letter, capital or small, and to counts[26] that of other bytes.
__global__ void count_letters(weft::View<const char> text, unsigned* counts) {
  // your code begins
  __shared__ unsigned of_block[classes];
  for (unsigned i = threadIdx.x; i < classes; i += blockDim.x) of_block[i] = 0;
  __syncthreads();
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < text.size(); i += threads) {
    const char c = text[i];
    unsigned letter = classes - 1;
    if (c >= 'a' && c <= 'z') letter = c - 'a';
    if (c >= 'A' && c <= 'Z') letter = c - 'A';
    atomicAdd_block(&of_block[letter], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < classes; i += blockDim.x) atomicAdd(&counts[i], of_block[i]);
  // your code ends
}
