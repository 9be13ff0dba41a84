// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 c4e4b9fcefcdd58748dbf7f87c53e66a34e0e39d]
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Copies the multiples of `divisor` to `kept`, in any order; `count` says how many there are.
__global__ void keep_multiples(weft::View<const int> values, int divisor, int* kept, unsigned* count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < values.size() && values[i] % divisor == 0) kept[atomicAdd(count, 1u)] = values[i];
}

TEST_CASE("each value that is kept has its own position") {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 1);
  const weft::Buffer<int> numbers(values);
  weft::Buffer<int> kept(std::vector<int>(values.size(), -1));
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  keep_multiples<<<8, 128>>>(numbers.view(), 7, kept.data(), count.data());
  weft::check(cudaGetLastError());

  std::vector<int> found = kept.to_host();
  found.resize(count.to_host()[0]);
  std::sort(found.begin(), found.end());  // no order is promised
  CHECK(found.size() == 1000 / 7);
  for (int i = 0; i < 1000 / 7; ++i) CHECK(found[i] == 7 * (i + 1));
  std::printf("%zu multiples of 7, the largest %d\n", found.size(), found.back());
}
