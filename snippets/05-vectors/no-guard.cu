// Tangled from chapters/05-vectors.md. Edit there. [sha1 d8e4bfcb85e8715a9efd047f1bc6902da196d71e]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void double_all(weft::View<float> x) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 2 * x[i];  // finds: out-of-bounds
}

TEST_CASE("250 elements in two blocks of 128 threads need a guard") {
  weft::Buffer<float> x(std::vector<float>(250, 1.0f));
  double_all<<<2, 128>>>(x.view());
  weft::check(cudaGetLastError());
}
