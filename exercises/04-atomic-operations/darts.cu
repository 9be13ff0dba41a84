// Exercise "Pi by darts": a count of hits, and a number from it.
#include <vector>

#include "04-atomic-operations/darts.hpp"
#include "common/buffer.cuh"

// Number k of a long sequence of random numbers.
__host__ __device__ unsigned random_bits(unsigned long long k) {
  k += 0x9e3779b97f4a7c15ull;
  k = (k ^ k >> 30) * 0xbf58476d1ce4e5b9ull;
  k = (k ^ k >> 27) * 0x94d049bb133111ebull;
  return static_cast<unsigned>((k ^ k >> 31) >> 32);
}

// From 0 to less than 1.
__host__ __device__ double to_unit(unsigned bits) { return bits * 0x1p-32; }

// Adds to *hits how many of the darts numbered 0 to darts - 1 land within the quarter circle.
__global__ void throw_darts(unsigned long long darts, unsigned long long* hits) {
  // your code begins
  // your code ends
}

// Pi from that many darts, thrown by `blocks` blocks of `threads` threads. Throws weft::CudaError if anything fails.
double estimate_pi(unsigned long long darts, unsigned blocks, unsigned threads) {
  double pi = 0.0;
  // your code begins
  // your code ends
  return pi;
}
