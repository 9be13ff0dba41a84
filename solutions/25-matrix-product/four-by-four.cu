// Exercise "A micro-tile of four by four": a micro-tile of sixteen elements.
#include "25-matrix-product/four-by-four.hpp"
#include "common/matrix.cuh"

constexpr unsigned side = 64, depth = 16;  // of the tiles of a block

// Zero beyond the edge.
__device__ float element(weft::MatrixView<const float> of, std::size_t row, std::size_t column) {
  return row < of.rows() && column < of.columns() ? of(row, column) : 0.0f;
}

// c = a b, for any shape. A block has 256 threads and owns 64 × 64 elements; a thread, 4 × 4. The grid has one block per tile
// of c: gridDim.x in a row, gridDim.y rows.
__global__ void multiply_four_by_four(weft::MatrixView<const float> a, weft::MatrixView<const float> b, weft::MatrixView<float> c) {
  // your code begins
  __shared__ float of_a[side][depth], of_b[depth][side];
  constexpr unsigned apart = 16, each = side / apart;
  const unsigned x = threadIdx.x % apart, y = threadIdx.x / apart;
  const unsigned top = blockIdx.y * side, left = blockIdx.x * side;
  float sums[each][each] = {};
  for (unsigned first = 0; first < a.columns(); first += depth) {
    for (unsigned p = threadIdx.x; p < side * depth; p += blockDim.x) {
      of_a[p / depth][p % depth] = element(a, top + p / depth, first + p % depth);
      of_b[p / side][p % side] = element(b, first + p / side, left + p % side);
    }
    __syncthreads();
    for (unsigned k = 0; k < depth; ++k) {
      float mine[each], theirs[each];
      for (unsigned i = 0; i < each; ++i) {
        mine[i] = of_a[y + apart * i][k];
        theirs[i] = of_b[k][x + apart * i];
      }
      for (unsigned i = 0; i < each; ++i)
        for (unsigned j = 0; j < each; ++j) sums[i][j] += mine[i] * theirs[j];
    }
    __syncthreads();
  }
  for (unsigned i = 0; i < each; ++i)
    for (unsigned j = 0; j < each; ++j) {
      const unsigned row = top + y + apart * i, column = left + x + apart * j;
      if (row < c.rows() && column < c.columns()) c(row, column) = sums[i][j];
    }
  // your code ends
}
