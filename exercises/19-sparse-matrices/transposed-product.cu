// Exercise "The product with the transposed matrix": equal shares of nonzeros.
#include "19-sparse-matrices/transposed-product.hpp"

// Adds to y the product of the transposed matrix and x: y[k] += a[i][k] * x[i] for each nonzero. Blocks have 128 threads, in any grid.
// Threads share the nonzeros, whatever the lengths of rows are.
__global__ void multiply_transposed(weft::Csr<float> a, unsigned nonzeros, const float* x, float* y) {
  // your code begins
  // your code ends
}
