// Chapter 13, exercise "A few bins": a Fourier transform of which only some bins are wanted.
#include "common/complex.cuh"
#include "common/reduce.cuh"

// your code begins
// your code ends

// result[b] is bin number bins[b] of the transform of x, which may have up to 2^31 numbers. A block of 256 threads takes a bin at a
// time; any grid will do.
__global__ void few_bins(weft::View<const float> x, weft::View<const unsigned> bins, weft::Complex* result) {
  // your code begins
  // your code ends
}
