// Exercise "Products of a matrix and a vector": two products, both reading along rows.
#include "06-matrices/by-vector.hpp"
#include "common/matrix.cuh"

// Adds a times x to y, which is zero at first. Launched with one block of 32 threads for each row.
__global__ void times(weft::MatrixView<const float> a, weft::View<const float> x, weft::View<float> y) {
  // your code begins
  const std::size_t row = blockIdx.x;
  float sum = 0;
  for (std::size_t column = threadIdx.x; column < a.columns(); column += 32) sum += a(row, column) * x[column];
  atomicAdd(&y[row], sum);
  // your code ends
}

// Writes the transpose of a, times x, to y. Launched with at least one thread for each column of a.
__global__ void transposed_times(weft::MatrixView<const float> a, weft::View<const float> x, weft::View<float> y) {
  // your code begins
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (column >= a.columns()) return;
  float sum = 0;
  for (std::size_t row = 0; row < a.rows(); ++row) sum += a(row, column) * x[row];
  y[column] = sum;
  // your code ends
}
