// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 ba21aac1348f7b13d40c4836feb892e69ceee1a2]
#pragma once

#include "common/matrix.cuh"

namespace weft {

// The tile in row i and column j of a matrix's tiles. Zeros beyond the edge.
template <unsigned side>
class TileOf {
 public:
  __device__ TileOf(MatrixView<const float> matrix, std::size_t i, std::size_t j)
      : matrix_(matrix), top_(i * side), left_(j * side) {}
  __device__ float operator()(unsigned row, unsigned column) const {
    const std::size_t i = top_ + row, j = left_ + column;
    return i < matrix_.rows() && j < matrix_.columns() ? matrix_(i, j) : 0.0f;
  }

 private:
  MatrixView<const float> matrix_;
  std::size_t top_, left_;
};

template <unsigned side>
__global__ void multiply_tiles(MatrixView<const float> a, MatrixView<const float> b,
                               MatrixView<float> c) {
  __shared__ float of_a[side][side], of_b[side][side];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (std::size_t step = 0; step * side < a.columns(); ++step) {
    of_a[y][x] = TileOf<side>(a, blockIdx.y, step)(y, x);
    of_b[y][x] = TileOf<side>(b, step, blockIdx.x)(y, x);
    __syncthreads();
    for (unsigned k = 0; k < side; ++k) sum += of_a[y][k] * of_b[k][x];
    __syncthreads();
  }
  const std::size_t row = std::size_t{blockIdx.y} * side + y;
  const std::size_t column = std::size_t{blockIdx.x} * side + x;
  if (row < c.rows() && column < c.columns()) c(row, column) = sum;
}

// c = a b. The three must fit together: a is m × k, b is k × n, c is m × n.
template <unsigned side = 32>
void multiply_tiled(MatrixView<const float> a, MatrixView<const float> b,
                    MatrixView<float> c, Place place = Place::current()) {
  if (c.size() == 0) return;
  const dim3 grid(static_cast<unsigned>((c.columns() + side - 1) / side),
                  static_cast<unsigned>((c.rows() + side - 1) / side));
  multiply_tiles<side><<<grid, dim3(side, side)>>>(a, b, c);
  check(cudaGetLastError(), place);
}

}  // namespace weft
