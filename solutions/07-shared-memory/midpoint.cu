// Exercise "The midpoint rule in shared memory": an integral, with sums that a block shares.
#include <vector>

#include "07-shared-memory/midpoint.hpp"
#include "common/buffer.cuh"

// Adds to *sum the values of f in the middle of each of n strips of width h, the first of which begins at a. A block has
// space for one double per thread in dynamic shared memory, and adds to *sum once.
template <class F>
__global__ void add_middles(F f, double a, double h, unsigned long long n, double* sum) {
  // your code begins
  extern __shared__ double sums[];
  const unsigned long long threads = 1ull * gridDim.x * blockDim.x;
  double mine = 0.0;
  for (unsigned long long i = 1ull * blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    mine += f(a + (static_cast<double>(i) + 0.5) * h);
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
  // your code ends
}

// The integral of f from a to b by the midpoint rule with n strips. Throws weft::CudaError if anything fails.
template <class F>
double midpoint(F f, double a, double b, unsigned long long n, unsigned blocks, unsigned threads) {
  double integral = 0.0;
  // your code begins
  const double h = (b - a) / static_cast<double>(n);
  weft::Buffer<double> sum(std::vector<double>{0.0});
  add_middles<<<blocks, threads, threads * sizeof(double)>>>(f, a, h, n, sum.data());
  weft::check(cudaGetLastError());
  integral = h * sum.to_host()[0];
  // your code ends
  return integral;
}
