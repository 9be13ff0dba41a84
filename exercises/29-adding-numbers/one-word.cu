// Exercise "An exact sum in one word": half-precision numbers as integers.
#include "29-adding-numbers/one-word.hpp"

// Adds to *units the sum of n numbers in half precision, in units of 2^-24. `x` has their bits; none is an infinity or NaN. Blocks have
// a multiple of 32 threads. At most one atomic operation per warp.
__global__ void add_halves(const unsigned short* x, std::size_t n, unsigned long long* units) {
  // your code begins
  // your code ends
}
