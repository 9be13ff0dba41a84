// Exercise "Random dice from Philox subsequences": each die has a number, which determines its face.
#include <cstdint>
#include <vector>

#include <curand_kernel.h>

#include "11-monte-carlo/dice.hpp"
#include "common/buffer.cuh"

// The face of a die, from 1 to 6, for a uniform number greater than 0 and at most 1. Each face corresponds to a sixth of these numbers.
__host__ __device__ int face(float uniform) {
  int shown = 0;
  // your code begins
  // your code ends
  return shown;
}

// Throws dice 0 … dice - 1 and adds to counts[f - 1] how many show face f. Die d takes the first uniform number of Philox's
// subsequence d. Any grid, blocks of any size; a block spends at most six atomic operations on `counts`.
__global__ void throw_dice(std::uint64_t seed, std::uint64_t dice, unsigned long long* counts) {
  // your code begins
  // your code ends
}

// How often each face shows. Throws weft::CudaError if anything fails.
std::vector<unsigned long long> count_faces(std::uint64_t seed, std::uint64_t dice, unsigned blocks, unsigned threads) {
  std::vector<unsigned long long> counted(6, 0);
  // your code begins
  // your code ends
  return counted;
}
