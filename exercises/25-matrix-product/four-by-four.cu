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
  // your code ends
}
