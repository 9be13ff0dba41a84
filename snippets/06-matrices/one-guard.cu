// Tangled from chapters/06-matrices.md. Edit there. [sha1 ba5360f39bc7bfbb48a530cee89a1a480bb75510]
#include <doctest/doctest.h>

#include "common/matrix.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

__global__ void double_all(Out matrix) {
  const std::size_t row = my_y(), column = my_x();
  if (row < matrix.rows()) matrix(row, column) *= 2;  // finds: race
}

TEST_CASE("without a guard for columns, threads write to the next row") {
  weft::Matrix<float> matrix(1024, 31, std::vector<float>(1024 * 31, 1.0f));
  const Out upper(matrix.view().data(), 1023, 31);
  double_all<<<blocks_for(31, 1023, dim3(32, 8)), dim3(32, 8)>>>(upper);
  weft::check(cudaGetLastError());
  const std::vector<float> got = matrix.to_host();
  CHECK((got[0] == 2.0f && got[30] == 2.0f));
  CHECK((got[31] == 2.0f || got[31] == 4.0f));  // row 1, column 0
}
