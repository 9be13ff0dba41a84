// Exercise "Riemann's zeta function in parallel": sums of inverse powers.
#include <cmath>
#include <stdexcept>

#include "03-first-programs/zeta.hpp"
#include "common/buffer.cuh"

// The threads of the grid share the first n terms among them. Each writes its sum to partial[its number].
__global__ void add_powers(double s, long long n, weft::View<double> partial) {
  // your code begins
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long me = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  double sum = 0.0;
  for (long long k = n - me; k >= 1; k -= threads) sum += pow(static_cast<double>(k), -s);
  partial[me] = sum;
  // your code ends
}

// The first n terms of the sum, n >= 1, added by a kernel. Throws std::domain_error unless s > 1.
double zeta(double s, long long n) {
  double sum = NAN;
  // your code begins
  if (!(s > 1.0)) throw std::domain_error("the sum of inverse powers is finite for s > 1 only");
  constexpr unsigned blocks = 16;
  constexpr unsigned threads = 128;
  weft::Buffer<double> partial(blocks * threads);
  add_powers<<<blocks, threads>>>(s, n, partial.view());
  weft::check(cudaGetLastError());
  sum = 0.0;
  for (const double share : partial.to_host()) sum += share;
  // your code ends
  return sum;
}

// The same, with an estimate of all the missing terms.
double zeta_with_tail(double s, long long n) {
  double sum = NAN;
  // your code begins
  const double last = static_cast<double>(n);
  sum = zeta(s, n) + std::pow(last, 1.0 - s) / (s - 1.0) - std::pow(last, -s) / 2.0;
  // your code ends
  return sum;
}
