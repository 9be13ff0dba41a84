// Exercise "Trapezoid and Simpson in one pass": the trapezoid rule and Simpson's from the same values.
#include <stdexcept>
#include <vector>

#include "07-shared-memory/simpson.hpp"
#include "common/buffer.cuh"

// Evaluates f once at each of the n + 1 points a, a + h, … a + n h, and adds to sums[0] and sums[1] the values with the
// weights of the trapezoid rule and of Simpson's, for a spacing of 1. For blocks of block_size threads; n is even.
template <class F>
__global__ void weigh_values(F f, double a, double h, unsigned long long n, double* sums) {
  // your code begins
  __shared__ double trapezoids[block_size], simpsons[block_size];
  const unsigned t = threadIdx.x;
  trapezoids[t] = simpsons[t] = 0.0;
  for (unsigned long long i = 1ull * blockIdx.x * block_size + t; i <= n; i += 1ull * gridDim.x * block_size) {
    const double value = f(a + static_cast<double>(i) * h);
    const bool end = i == 0 || i == n;
    trapezoids[t] += end ? value / 2 : value;
    simpsons[t] += (end ? 1 : i % 2 == 0 ? 2 : 4) * value / 3;
  }
  __syncthreads();
  for (unsigned half = block_size / 2; half > 0; half /= 2) {
    if (t < half) {
      trapezoids[t] += trapezoids[t + half];
      simpsons[t] += simpsons[t + half];
    }
    __syncthreads();
  }
  if (t > 0) return;
  atomicAdd(&sums[0], trapezoids[0]);
  atomicAdd(&sums[1], simpsons[0]);
  // your code ends
}

// The integral of f from a to b by both rules with n strips. An odd n is a std::invalid_argument; throws weft::CudaError, too.
template <class F>
Integrals integrate(F f, double a, double b, unsigned long long n, unsigned blocks) {
  Integrals result{0.0, 0.0};
  // your code begins
  if (n == 0 || n % 2 == 1) throw std::invalid_argument("Simpson's rule takes strips in pairs");
  const double h = (b - a) / static_cast<double>(n);
  weft::Buffer<double> on_device(std::vector<double>{0.0, 0.0});
  weigh_values<<<blocks, block_size>>>(f, a, h, n, on_device.data());
  weft::check(cudaGetLastError());
  const std::vector<double> sums = on_device.to_host();
  result = {h * sums[0], h * sums[1]};
  // your code ends
  return result;
}
