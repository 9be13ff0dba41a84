// Exercise "Pi as an integral": the area of a quarter of a circle.
#include <cmath>
#include <cstddef>

#include "03-first-programs/pi.hpp"
#include "common/buffer.cuh"

// The threads of the grid share n strips among them. Each writes the sum of its heights to partial[its number].
__global__ void add_strips(long long n, weft::View<double> partial) {
  // your code begins
  // your code ends
}

// Pi from n strips, by `blocks` blocks of `threads` threads. Throws weft::CudaError if anything fails.
double integrate_pi(long long n, unsigned blocks, unsigned threads) {
  double pi = NAN;
  // your code begins
  // your code ends
  return pi;
}
