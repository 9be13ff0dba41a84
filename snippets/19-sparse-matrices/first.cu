// Tangled from chapters/19-sparse-matrices.md. Edit there. [sha1 78992514a0617e6bee45b867d32ca4f890aadf01]
#include <cstdio>

#include "common/buffer.cuh"

// y = Ax, with one thread per row.
__global__ void multiply(unsigned rows, const unsigned* start, const unsigned* column,
                         const float* value, const float* x, float* y) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (unsigned k = start[row]; k < start[row + 1]; ++k) sum += value[k] * x[column[k]];
  y[row] = sum;
}

int main() {
  // 4 0 1 0
  // 0 0 0 0
  // 2 3 5 7
  // 0 6 0 0
  const weft::Buffer<unsigned> start({0, 2, 2, 6, 7}), column({0, 2, 0, 1, 2, 3, 1});
  const weft::Buffer<float> value({4, 1, 2, 3, 5, 7, 6}), x({1, 10, 100, 1000});
  weft::Buffer<float> y(4);
  multiply<<<1, 32>>>(4, start.data(), column.data(), value.data(), x.data(), y.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = y.to_host();
  for (const float sum : found) std::printf("%g\n", sum);
  return found == std::vector<float>{104, 0, 7532, 60} ? 0 : 1;
}
