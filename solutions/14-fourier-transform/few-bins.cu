// Exercise "A few bins of a Fourier transform": a Fourier transform of which only some bins are computed.
#include "14-fourier-transform/few-bins.hpp"
#include "common/complex.cuh"
#include "common/reduce.cuh"

// your code begins
struct AddComplex {
  using Value = weft::Complex;
  __host__ __device__ static Value identity() { return {0, 0}; }
  __host__ __device__ Value operator()(Value a, Value b) const { return a + b; }
};
// your code ends

// result[b] is bin number bins[b] of the transform of x, which may have up to 2^31 values. A block of 256 threads computes one
// bin at a time; the grid may have any size.
__global__ void few_bins(weft::View<const float> x, weft::View<const unsigned> bins, weft::Complex* result) {
  // your code begins
  const float n = static_cast<float>(x.size());
  for (unsigned b = blockIdx.x; b < bins.size(); b += gridDim.x) {
    weft::Complex mine{0, 0};
    for (std::size_t j = threadIdx.x; j < x.size(); j += 256) {
      const float turns = static_cast<float>(j * bins[b] % x.size()) / n;
      mine = mine + x[j] * weft::Complex{cospif(2 * turns), -sinpif(2 * turns)};
    }
    const weft::Complex sum = weft::join_block<256>(mine, AddComplex{});
    if (threadIdx.x == 0) result[b] = sum;
    __syncthreads();
  }
  // your code ends
}
