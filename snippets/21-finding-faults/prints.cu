// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 48ea8c527981d45eba164c51bc734ec6eb15d043]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void reciprocals(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = 1 / x[i];
  if (!isfinite(y[i])) printf("y[%d] = %g, because x[%d] = %g\n", i, y[i], i, x[i]);
}

TEST_CASE("the thread with the wrong value says so") {
  std::vector<float> numbers(1'000, 4.0f);
  numbers[700] = 0;
  const weft::Buffer<float> x(numbers);
  weft::Buffer<float> y(numbers.size());
  reciprocals<<<4, 256>>>(x.data(), y.data(), 1'000);
  weft::check(cudaDeviceSynchronize());
  CHECK(y.to_host()[0] == 0.25f);
}
