// Exercise "A few bins of a Fourier transform": a Fourier transform of which only some bins are computed.
#include "14-fourier-transform/few-bins.hpp"
#include "common/complex.cuh"
#include "common/reduce.cuh"

// your code begins
// your code ends

// result[b] is bin number bins[b] of the transform of x, which may have up to 2^31 values. A block of 256 threads computes one
// bin at a time; the grid may have any size.
__global__ void few_bins(weft::View<const float> x, weft::View<const unsigned> bins, weft::Complex* result) {
  // your code begins
  // your code ends
}
