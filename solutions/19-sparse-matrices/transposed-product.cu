// Exercise "The product with the transposed matrix": equal shares of nonzeros.
#include "19-sparse-matrices/transposed-product.hpp"

// Adds to y the product of the transposed matrix and x: y[k] += a[i][k] * x[i] for each nonzero. Blocks have 128 threads, in any grid.
// Threads share the nonzeros, whatever the lengths of rows are.
__global__ void multiply_transposed(weft::Csr<float> a, unsigned nonzeros, const float* x, float* y) {
  // your code begins
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < nonzeros; k += all) {
    unsigned row = 0, high = a.rows;  // the first row that ends after k
    while (row < high) {
      const unsigned middle = row + (high - row) / 2;
      if (a.start[middle + 1] <= k) row = middle + 1;
      else high = middle;
    }
    atomicAdd(&y[a.column[k]], a.value[k] * x[row]);
  }
  // your code ends
}
