// Chapter 9, exercise "Find X": two triangles, two solutions.
#include <vector>

#include "common/blas.cuh"

// The X of alpha (A + C) C X = B, all n × n, column by column in the host's memory. A and C are upper triangular; what is below
// their diagonals plays no part.
inline std::vector<double> find_x(cublasHandle_t blas, double alpha, int n, const std::vector<double>& a,
                                  const std::vector<double>& c, const std::vector<double>& b) {
  std::vector<double> x;
  // your code begins
  // your code ends
  return x;
}
