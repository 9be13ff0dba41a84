// Exercise "Row-major AᵀA in one call": a product of row-major matrices by a library that is column-major.
#include "09-cublas/gram.hpp"
#include "common/blas.cuh"

// C = alpha A' A + beta C. A is m × n and C is n × n, both row-major, in device memory; their rows begin a_step and c_step elements
// apart. Throws weft::BlasError if cuBLAS refuses.
void gram_row_major(const weft::Blas& blas, int m, int n, float alpha, const float* a, int a_step, float beta, float* c,
                    int c_step) {
  // your code begins
  // your code ends
}
