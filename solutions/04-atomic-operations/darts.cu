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
  const unsigned long long threads = 1ull * gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y * blockDim.z;
  const unsigned long long block = (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned in_block = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned long long me = block * blockDim.x * blockDim.y * blockDim.z + in_block;
  unsigned long long mine = 0;
  for (unsigned long long dart = me; dart < darts; dart += threads) {
    const double x = to_unit(random_bits(2 * dart));
    const double y = to_unit(random_bits(2 * dart + 1));
    mine += x * x + y * y < 1.0;
  }
  atomicAdd(hits, mine);
  // your code ends
}

// Pi from that many darts, thrown by `blocks` blocks of `threads` threads. Throws weft::CudaError if anything fails.
double estimate_pi(unsigned long long darts, unsigned blocks, unsigned threads) {
  double pi = 0.0;
  // your code begins
  weft::Buffer<unsigned long long> hits(std::vector<unsigned long long>{0});
  throw_darts<<<blocks, threads>>>(darts, hits.data());
  weft::check(cudaGetLastError());
  pi = 4.0 * static_cast<double>(hits.to_host()[0]) / static_cast<double>(darts);
  // your code ends
  return pi;
}
