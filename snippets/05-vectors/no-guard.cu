// Tangled from chapters/05-vectors.md. Edit there. [sha1 1221b7cbc6b1bd90f276d391c38ab4c39909b9b2]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void double_all(weft::View<float> x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 2 * x[i];  // finds: out-of-bounds
}

TEST_CASE("two blocks of 128 have 256 threads, and 250 elements need a guard") {
  weft::Buffer<float> x(std::vector<float>(250, 1.0f));
  double_all<<<2, 128>>>(x.view());
  weft::check(cudaGetLastError());
}
