// Exercise "Do two matrices commute?": up to rounding in float.
#include <vector>

#include "06-matrices/commute.hpp"
#include "common/matrix.cuh"

// Adds to *differences how many elements of ab and ba differ by more than rounding explains.
// Launched with a grid that covers a and b, which are square and of one size; x runs along the columns.
__global__ void count_differences(weft::MatrixView<const float> a, weft::MatrixView<const float> b, unsigned* differences) {
  // your code begins
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t n = a.rows();
  if (row >= n || column >= n) return;
  float ab = 0, ba = 0;
  double magnitude = 0;
  for (std::size_t k = 0; k < n; ++k) {
    ab += a(row, k) * b(k, column);
    ba += b(row, k) * a(k, column);
    magnitude += fabs(double{a(row, k)} * b(k, column)) + fabs(double{b(row, k)} * a(k, column));
  }
  const double nu = static_cast<double>(n) * 0x1p-24;
  const double bound = nu / (1 - nu) * magnitude;
  if (!(fabs(double{ab} - ba) <= bound)) atomicAdd(differences, 1u);
  // your code ends
}

// Whether a and b are square, of one size, and commute.
bool commute(const weft::Matrix<float>& a, const weft::Matrix<float>& b) {
  bool do_commute = false;
  // your code begins
  if (a.rows() != a.columns() || b.rows() != b.columns() || a.rows() != b.rows()) return false;
  weft::Buffer<unsigned> differences(std::vector<unsigned>{0});
  const dim3 block(32, 8);
  const auto n = static_cast<unsigned>(a.rows());
  const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  count_differences<<<grid, block>>>(a.view(), b.view(), differences.data());
  weft::check(cudaGetLastError());
  do_commute = differences.to_host()[0] == 0;
  // your code ends
  return do_commute;
}
