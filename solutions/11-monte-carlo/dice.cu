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
  shown = 1 + static_cast<int>(6 * uniform);
  if (shown > 6) shown = 6;
  // your code ends
  return shown;
}

// Throws dice 0 … dice - 1 and adds to counts[f - 1] how many show face f. Die d takes the first uniform number of Philox's
// subsequence d. Any grid, blocks of any size; a block spends at most six atomic operations on `counts`.
__global__ void throw_dice(std::uint64_t seed, std::uint64_t dice, unsigned long long* counts) {
  // your code begins
  __shared__ unsigned long long of_block[6];
  for (unsigned f = threadIdx.x; f < 6; f += blockDim.x) of_block[f] = 0;
  __syncthreads();
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t d = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; d < dice; d += threads) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, d, 0, &state);
    atomicAdd_block(&of_block[face(curand_uniform(&state)) - 1], 1ull);
  }
  __syncthreads();
  for (unsigned f = threadIdx.x; f < 6; f += blockDim.x) atomicAdd(&counts[f], of_block[f]);
  // your code ends
}

// How often each face shows. Throws weft::CudaError if anything fails.
std::vector<unsigned long long> count_faces(std::uint64_t seed, std::uint64_t dice, unsigned blocks, unsigned threads) {
  std::vector<unsigned long long> counted(6, 0);
  // your code begins
  weft::Buffer<unsigned long long> counts(counted);
  throw_dice<<<blocks, threads>>>(seed, dice, counts.data());
  weft::check(cudaGetLastError());
  counted = counts.to_host();
  // your code ends
  return counted;
}
