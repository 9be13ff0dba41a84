// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 157c305a7347d11257125ad6b38e8bb3b7aefe11]
#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/pinned.cuh"
#include "common/stream.cuh"

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

TEST_CASE("nothing orders the copy after the kernel") {
  const weft::Stream computing, copying;
  weft::Buffer<int> x(std::vector<int>(64, 0));
  weft::Pinned<int> found(64);
  fill<<<1, 64, 0, computing>>>(x.data(), 1);
  weft::check(cudaMemcpyAsync(found.data(), x.data(), found.bytes(), cudaMemcpyDeviceToHost, copying));
  computing.wait();
  copying.wait();
  CHECK((found.data()[0] == 0 || found.data()[0] == 1));  // which of the two is left to chance
}
