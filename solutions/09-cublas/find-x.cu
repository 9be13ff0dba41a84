// Exercise "Two triangular systems": two triangles, two solutions.
#include <vector>

#include "09-cublas/find-x.hpp"
#include "common/blas.cuh"

// The X of alpha (A + C) C X = B, all n × n, column by column in host memory. A and C are upper triangular; the elements
// below their diagonals are not used.
std::vector<double> find_x(cublasHandle_t blas, double alpha, int n, const std::vector<double>& a,
                           const std::vector<double>& c, const std::vector<double>& b) {
  std::vector<double> x;
  // your code begins
  if (n == 0) return x;
  const weft::Buffer<double> on_a(a), on_c(c);
  weft::Buffer<double> sum(a.size()), on_x(b);
  const double one = 1, factor = 1 / alpha;
  weft::check(cublasDgeam(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, &one, on_a.data(), n, &one, on_c.data(), n, sum.data(), n));
  weft::check(cublasDtrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, n, &factor,
                          sum.data(), n, on_x.data(), n));
  weft::check(cublasDtrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, n, &one,
                          on_c.data(), n, on_x.data(), n));
  x = on_x.to_host();
  // your code ends
  return x;
}
