// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 971fdcfb0609f36bce72496e78e27bb21b24e680]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void count_digits(weft::View<const unsigned char> digits, unsigned* counts) {
  __shared__ unsigned of_block[10];
  if (threadIdx.x < 10) of_block[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&of_block[digits[threadIdx.x]], 1u);  // finds: race
  if (threadIdx.x < 10) counts[threadIdx.x] = of_block[threadIdx.x];
}

TEST_CASE("a sum that is read too early may be incomplete") {
  std::vector<unsigned char> digits(96);
  for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = i % 10;
  const weft::Buffer<unsigned char> file(digits);
  weft::Buffer<unsigned> counts(std::vector<unsigned>(10, 0));
  count_digits<<<1, 96>>>(file.view(), counts.data());
  weft::check(cudaGetLastError());
  CHECK(counts.to_host()[0] <= 10);
}
