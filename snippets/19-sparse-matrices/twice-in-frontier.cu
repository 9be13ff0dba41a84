// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 03bea7dc04ff999e40ab711b093540bdcbbe5ace]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

constexpr unsigned none = ~0u;

// The threads are vertices 0 to 31, and all of them have vertex 32 as a neighbour.
__global__ void push_without_claim(unsigned* parent, unsigned* next, unsigned* count) {
  if (parent[32] == none) {
    parent[32] = threadIdx.x;  // finds: race
    next[atomicAdd(count, 1u)] = 32;
  }
}

TEST_CASE("a vertex is found by several threads") {
  weft::Buffer<unsigned> parent(std::vector<unsigned>(33, none)), next(32);
  weft::Buffer<unsigned> count(std::vector<unsigned>{0});
  push_without_claim<<<1, 32>>>(parent.data(), next.data(), count.data());
  weft::check(cudaDeviceSynchronize());
}
