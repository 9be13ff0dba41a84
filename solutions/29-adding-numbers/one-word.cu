// Exercise "An exact sum in one word": half-precision numbers as integers.
#include "29-adding-numbers/one-word.hpp"

// Adds to *units the sum of n numbers in half precision, in units of 2^-24. `x` has their bits; none is an infinity or NaN. Blocks have
// a multiple of 32 threads. At most one atomic operation per warp.
__global__ void add_halves(const unsigned short* x, std::size_t n, unsigned long long* units) {
  // your code begins
  long long mine = 0;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const unsigned exponent = x[i] >> 10 & 31, fraction = x[i] & 1023;
    const long long size = exponent == 0 ? fraction : static_cast<long long>(1024 + fraction) << (exponent - 1);
    mine += x[i] >> 15 ? -size : size;
  }
  for (unsigned distance = 16; distance > 0; distance /= 2) mine += __shfl_xor_sync(0xffffffffu, mine, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(units, static_cast<unsigned long long>(mine));
  // your code ends
}
