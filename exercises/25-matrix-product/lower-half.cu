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
  // your code ends
}

// The number of blocks for n × n elements.
unsigned blocks_for(std::size_t n) {
  std::size_t blocks = 1;
  // your code begins
  // your code ends
  return static_cast<unsigned>(blocks);
}
