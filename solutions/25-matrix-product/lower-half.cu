// Exercise "The lower half of a product with its transpose": a product with its own transpose.
#include "25-matrix-product/lower-half.hpp"
#include "common/matrix.cuh"

constexpr unsigned side = 32;  // of a tile

// Zero beyond the edge.
__device__ float element(weft::MatrixView<const float> of, std::size_t row, std::size_t column) {
  return row < of.rows() && column < of.columns() ? of(row, column) : 0.0f;
}

// c = alpha a a' + beta c, on the diagonal and below it; above, c is neither read nor written. If beta is 0, c is not read.
// A block has 32 × 8 threads. There is one block per tile of c on the diagonal or below it, in order; block 0 has the first tile.
__global__ void lower_half(float alpha, weft::MatrixView<const float> a, float beta, weft::MatrixView<float> c) {
  // your code begins
  __shared__ float of_rows[side][side], of_columns[side][side + 1];
  unsigned row = 0, column = blockIdx.x;
  while (column > row) column -= ++row;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned top = row * side, left = column * side;
  constexpr unsigned apart = 8, each = side / apart;
  float sums[each] = {};
  for (unsigned first = 0; first < a.columns(); first += side) {
    for (unsigned i = y; i < side; i += apart) {
      of_rows[i][x] = element(a, top + i, first + x);
      of_columns[i][x] = element(a, left + i, first + x);
    }
    __syncthreads();
    for (unsigned k = 0; k < side; ++k)
      for (unsigned i = 0; i < each; ++i) sums[i] += of_rows[y + apart * i][k] * of_columns[x][k];
    __syncthreads();
  }
  for (unsigned i = 0; i < each; ++i) {
    const unsigned at = top + y + apart * i;
    if (at >= c.rows() || left + x > at) continue;
    float& result = c(at, left + x);
    result = beta == 0.0f ? alpha * sums[i] : alpha * sums[i] + beta * result;
  }
  // your code ends
}

// The number of blocks for n × n elements.
unsigned blocks_for(std::size_t n) {
  std::size_t blocks = 1;
  // your code begins
  blocks = (n + side - 1) / side;    // tiles on the diagonal
  blocks = blocks * (blocks + 1) / 2;
  // your code ends
  return static_cast<unsigned>(blocks);
}
