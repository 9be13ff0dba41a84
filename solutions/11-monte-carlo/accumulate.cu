// Exercise "Where to accumulate a sum: one address, per block, per thread": the sums for a mean and its error bar, in three ways.
#include "11-monte-carlo/accumulate.hpp"
#include "common/sum-of-block.cuh"

// your code begins
__device__ inline std::size_t my_number() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ inline std::size_t all_threads() { return std::size_t{gridDim.x} * blockDim.x; }
// your code ends

// Each kernel adds the values of all numbers in z to sums[0] and their squares to sums[1]. Any grid, blocks of a multiple of 32 threads.

// Each value and each square is added to `sums` by an atomic operation.
__global__ void add_to_one(Polynomial value, weft::View<const float> z, double* sums) {
  // your code begins
  for (std::size_t i = my_number(); i < z.size(); i += all_threads()) {
    const double v = value(z[i]);
    atomicAdd(&sums[0], v);
    atomicAdd(&sums[1], v * v);
  }
  // your code ends
}

// Each value and each square is added to a variable of its block by an atomic operation. At its end, a block adds its two sums to `sums`.
__global__ void add_by_block(Polynomial value, weft::View<const float> z, double* sums) {
  // your code begins
  __shared__ double of_block[2];
  if (threadIdx.x == 0) of_block[0] = of_block[1] = 0;
  __syncthreads();
  for (std::size_t i = my_number(); i < z.size(); i += all_threads()) {
    const double v = value(z[i]);
    atomicAdd_block(&of_block[0], v);
    atomicAdd_block(&of_block[1], v * v);
  }
  __syncthreads();
  if (threadIdx.x > 0) return;
  atomicAdd(&sums[0], of_block[0]);
  atomicAdd(&sums[1], of_block[1]);
  // your code ends
}

// Each thread adds up its own values and squares, and the block combines these sums without atomic operations. At its end, a block adds
// its two sums to `sums`.
__global__ void add_in_registers(Polynomial value, weft::View<const float> z, double* sums) {
  // your code begins
  double sum = 0, squares = 0;
  for (std::size_t i = my_number(); i < z.size(); i += all_threads()) {
    const double v = value(z[i]);
    sum += v;
    squares += v * v;
  }
  sum = weft::sum_of_block(sum);
  squares = weft::sum_of_block(squares);
  if (threadIdx.x > 0) return;
  atomicAdd(&sums[0], sum);
  atomicAdd(&sums[1], squares);
  // your code ends
}
