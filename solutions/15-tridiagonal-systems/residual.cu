// Exercise "The residual of tridiagonal systems": the residual of each row.
#include "15-tridiagonal-systems/residual.hpp"
#include "common/tridiagonal.cuh"

// r = d - a x(i-1) - b x(i) - c x(i+1) for every row of every system, in contiguous layout, on any grid.
// Coefficients that belong to no equation may be NaN.
__global__ void residual(weft::Systems<float> of, float* r) {
  // your code begins
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; at < of.count * of.n; at += threads) {
    const std::size_t i = at % of.n;
    float left = of.d[at] - of.b[at] * of.x[at];
    if (i > 0) left -= of.a[at] * of.x[at - 1];
    if (i + 1 < of.n) left -= of.c[at] * of.x[at + 1];
    r[at] = left;
  }
  // your code ends
}
