// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 75681d909678896cba52a948f4d321a7d216e469]
#include <cstdlib>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

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

#ifdef __LOOM__
const int one_core = setenv("LOOM_CORES", "1", 1);  // one block after the other
#endif

TEST_CASE("if the last block comes last, the result is right") {
  const int last = found_last(1'000);
  CHECK(last >= 0);
#ifdef __LOOM__
  CHECK(last == 999);
#endif
}
