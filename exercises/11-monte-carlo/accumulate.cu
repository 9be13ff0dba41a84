// Exercise "Where to accumulate a sum: one address, per block, per thread": the sums for a mean and its error bar, in three ways.
#include "11-monte-carlo/accumulate.hpp"
#include "common/sum-of-block.cuh"

// your code begins
// your code ends

// Each kernel adds the values of all numbers in z to sums[0] and their squares to sums[1]. Any grid, blocks of a multiple of 32 threads.

// Each value and each square is added to `sums` by an atomic operation.
__global__ void add_to_one(Polynomial value, weft::View<const float> z, double* sums) {
  // your code begins
  // your code ends
}

// Each value and each square is added to a variable of its block by an atomic operation. At its end, a block adds its two sums to `sums`.
__global__ void add_by_block(Polynomial value, weft::View<const float> z, double* sums) {
  // your code begins
  // your code ends
}

// Each thread adds up its own values and squares, and the block combines these sums without atomic operations. At its end, a block adds
// its two sums to `sums`.
__global__ void add_in_registers(Polynomial value, weft::View<const float> z, double* sums) {
  // your code begins
  // your code ends
}
