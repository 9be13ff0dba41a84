// Exercise "A triangular system with all errors handled": its arguments, its statuses and its diagonal are checked.
#include <stdexcept>
#include <vector>

#include "09-cublas/lower-system.hpp"
#include "common/blas.cuh"

// The x of A x = b. The lower triangle of A, n × n, lies in `a` column by column, `leading` apart; the rest of `a` is not used.
std::vector<double> solve_lower(cublasHandle_t handle, int n, const std::vector<double>& a, int leading,
                                const std::vector<double>& b) {
  std::vector<double> x;
  // your code begins
  if (n < 0 || leading < n || leading < 1) throw std::invalid_argument("n or the leading dimension is wrong");
  const auto size = static_cast<std::size_t>(n), step = static_cast<std::size_t>(leading);
  if (b.size() < size || (n > 0 && a.size() < step * (size - 1) + size)) throw std::invalid_argument("a vector is too short");
  for (std::size_t i = 0; i < size; ++i)
    if (a[i + i * step] == 0.0) throw std::domain_error("there is a zero on the diagonal");
  const weft::Buffer<double> on_a(a);
  weft::Buffer<double> on_x(b);
  weft::check(cublasDtrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, on_a.data(), leading,
                          on_x.data(), 1));
  x = on_x.to_host();
  x.resize(size);
  // your code ends
  return x;
}
