// Exercise "Pi as an integral": the area of a quarter of a circle.
#include <cmath>
#include <cstddef>

#include "03-first-programs/pi.hpp"
#include "common/buffer.cuh"

// The threads of the grid share n strips among them. Each writes the sum of its heights to partial[its number].
__global__ void add_strips(long long n, weft::View<double> partial) {
  // your code begins
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long me = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  double sum = 0.0;
  for (long long i = me; i < n; i += threads) {
    const double x = (i + 0.5) / n;
    sum += sqrt(1.0 - x * x);
  }
  partial[me] = sum;
  // your code ends
}

// Pi from n strips, by `blocks` blocks of `threads` threads. Throws weft::CudaError if anything fails.
double integrate_pi(long long n, unsigned blocks, unsigned threads) {
  double pi = NAN;
  // your code begins
  weft::Buffer<double> partial(std::size_t{blocks} * threads);
  add_strips<<<blocks, threads>>>(n, partial.view());
  weft::check(cudaGetLastError());
  double sum = 0.0;
  for (const double share : partial.to_host()) sum += share;
  pi = 4.0 * sum / n;
  // your code ends
  return pi;
}
