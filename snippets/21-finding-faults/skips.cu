// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 443f0423b2060e020f7a84b5dbd6de2d0dd9c08e]
#include <algorithm>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void increment(int* x, int n) {
  const int stride = blockDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) x[i] += 1;
}

constexpr int n = 50'000;

long right_elements(int blocks) {
  weft::Buffer<int> x(std::vector<int>(n, 0));
  increment<<<blocks, 64>>>(x.data(), n);
  weft::check(cudaGetLastError());
  const std::vector<int> found = x.to_host();
  const long right = std::count(found.begin(), found.end(), 1);
  std::printf("%d blocks: %ld of %d elements are right\n", blocks, right, n);
  return right;
}

TEST_CASE("with 64 blocks of 64 threads, every element is incremented once") {
  CHECK(right_elements(64) == n);
}

TEST_CASE("with 16 blocks, most elements are skipped") { CHECK(right_elements(16) < n / 3); }
