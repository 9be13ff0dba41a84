// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 b6feb8527ba5e339a66ca1c363fec3411ceed0e1]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void sum_of_warp(const int* x, int* sum) {
  __shared__ int part[32];
  part[threadIdx.x] = x[threadIdx.x];
  for (unsigned half = 16; half > 0; half /= 2)
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];  // finds: race
  if (threadIdx.x == 0) *sum = part[0];
}

TEST_CASE("lanes read what other lanes may not have written yet") {
  const weft::Buffer<int> x(std::vector<int>(32, 1));
  weft::Buffer<int> sum(1);
  sum_of_warp<<<1, 32>>>(x.data(), sum.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(sum.to_host().size() == 1);  // one number, and nobody knows which
}
