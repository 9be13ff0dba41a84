// Exercise "Is a matrix orthogonal?": without memory for its transpose.
#include <vector>

#include "06-matrices/orthogonal.hpp"
#include "common/matrix.cuh"

// Adds to *misses how many elements of the transpose of q times q are further than `tolerance` from the identity's.
// Launched with a grid that covers q; x runs along the columns.
__global__ void count_misses(weft::MatrixView<const float> q, double tolerance, unsigned* misses) {
  // your code begins
  const std::size_t i = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::size_t j = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= q.columns() || j >= q.columns()) return;
  double sum = 0;
  for (std::size_t k = 0; k < q.rows(); ++k) sum += double{q(k, i)} * q(k, j);
  const double distance = fabs(sum - (i == j ? 1.0 : 0.0));
  if (!(distance <= tolerance)) atomicAdd(misses, 1u);
  // your code ends
}

// Whether q is square, and the transpose of q times q everywhere within `tolerance` of the identity.
bool is_orthogonal(const weft::Matrix<float>& q, double tolerance) {
  bool orthogonal = false;
  // your code begins
  if (q.rows() != q.columns()) return false;
  weft::Buffer<unsigned> misses(std::vector<unsigned>{0});
  const dim3 block(32, 8);
  const auto n = static_cast<unsigned>(q.columns());
  const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  count_misses<<<grid, block>>>(q.view(), tolerance, misses.data());
  weft::check(cudaGetLastError());
  orthogonal = misses.to_host()[0] == 0;
  // your code ends
  return orthogonal;
}
