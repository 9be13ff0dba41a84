// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 8b90e04a2ec9446feb30e50604ff915b6d9895af]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void collect(const unsigned* level, unsigned vertices, unsigned wanted, unsigned* next,
                        unsigned* count) {
  const unsigned me = threadIdx.x;
  if (me < vertices && level[me] == wanted) {
    const unsigned at = *count;
    next[at] = me;
    *count = at + 1;  // finds: race
  }
}

TEST_CASE("two threads take the same index") {
  const weft::Buffer<unsigned> level({0, 1, 1, 2, 1});
  weft::Buffer<unsigned> next(5), count(std::vector<unsigned>{0});
  collect<<<1, 32>>>(level.data(), 5, 1, next.data(), count.data());
  weft::check(cudaDeviceSynchronize());
}
