// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 7371ab56f6ed69a978253000759806ace328f0e8]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void maximum(const int* x, int n, int* greatest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(greatest, x[i]);
}

int greatest_of(const std::vector<int>& numbers) {
  const weft::Buffer<int> x(numbers);
  weft::Buffer<int> greatest(std::vector<int>{0});  // should be the least integer
  maximum<<<2, 64>>>(x.data(), static_cast<int>(x.size()), greatest.data());
  weft::check(cudaGetLastError());
  return greatest.to_host().front();
}

TEST_CASE("the test has a positive number, and the data of the customer have none") {
  CHECK(greatest_of({-3, 7, 2}) == 7);
  CHECK(greatest_of({-3, -7, -2}) == 0);  // should be −2
}
