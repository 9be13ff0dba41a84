// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 f6c9a714d27abd0848f5838e977b91a633ae6c9e]
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

#ifdef __LOOM__
// The last index with a positive number.
__global__ void last_positive(const int* x, int n, int* last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) atomicExch(last, i);
}

int found_last(int n) {
  const weft::Buffer<int> x(std::vector<int>(n, 1));
  weft::Buffer<int> last(std::vector<int>{-1});
  last_positive<<<(n + 63) / 64, 64>>>(x.data(), n, last.data());
  weft::check(cudaGetLastError());
  return last.to_host().front();
}

// Before the first launch.
const int reversed = setenv("LOOM_BLOCK_ORDER", "reversed", 1) + setenv("LOOM_CORES", "1", 1);

TEST_CASE("with the blocks in reverse, the first block wins") {
  const int last = found_last(1'000);
  CHECK(last < 64);
  std::printf("the last positive number is at %d, with the blocks reversed\n", last);
}
#endif
