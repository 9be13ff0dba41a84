// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 156d71c7265bfb0e8b37261b21bc2ac7f7a8d77e]
#include <cstdio>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__device__ unsigned greatest_common_divisor(unsigned a, unsigned b) {
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

__global__ void count_coprime(unsigned n, unsigned* count) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x > n || y > n) return;
  if (greatest_common_divisor(x, y) == 1) atomicAdd(count, 1u);
}

unsigned count_on_host(unsigned n) {
  unsigned count = 0;
  for (unsigned y = 1; y <= n; ++y)
    for (unsigned x = 1; x <= n; ++x) count += std::gcd(x, y) == 1;
  return count;
}

TEST_CASE("every coprime pair is counted once") {
  for (const unsigned n : {1u, 2u, 31u, 200u}) {
    weft::Buffer<unsigned> count(std::vector<unsigned>{0});
    const dim3 block(16, 8);
    const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
    count_coprime<<<grid, block>>>(n, count.data());
    weft::check(cudaGetLastError());
    const unsigned counted = count.to_host()[0];
    CHECK(counted == count_on_host(n));
    std::printf("up to %3u: %5u of %5u pairs, %.4f\n", n, counted, n * n, 1.0 * counted / (n * n));
  }
}
