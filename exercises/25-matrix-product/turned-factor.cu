// Exercise "A product with a transposed first factor": a product whose first factor is stored transposed.
#include "25-matrix-product/turned-factor.hpp"
#include "common/matrix.cuh"
#include "common/product-kernel.cuh"

// your code begins
// your code ends

Variant variant() {
  Variant of{64, 64, 256};
  // your code begins
  // your code ends
  return of;
}

// c = a' b. a is k × m, b is k × n, both by rows; m and n are multiples of four. The grid has one block per tile of c:
// gridDim.x in a row, gridDim.y rows.
__global__ void multiply_turned(Factor a, Factor b, weft::MatrixView<float> c) {
  // your code begins
  // your code ends
}
