// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 23a9a82e3cb70c14752f6f921849deac76bf3a6b]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void multiply(unsigned rows, const unsigned* start, const unsigned* column,
                         const float* value, const float* x, float* y) {
  const unsigned row = threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (unsigned k = start[row]; k < start[row + 1]; ++k)
    sum += value[k] * x[column[k]];  // finds: out-of-bounds
  y[row] = sum;
}

TEST_CASE("the last column of the file is one behind the last number of x") {
  const weft::Buffer<unsigned> start({0, 1, 2, 3}), column({1, 2, 3});
  const weft::Buffer<float> value({1, 1, 1}), x({5, 6, 7});
  weft::Buffer<float> y(3);
  multiply<<<1, 32>>>(3, start.data(), column.data(), value.data(), x.data(), y.data());
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
}
