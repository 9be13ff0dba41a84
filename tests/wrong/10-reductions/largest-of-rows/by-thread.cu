// fails: loads run along the rows, and lanes communicate only by shuffles
#include "10-reductions/largest-of-rows.hpp"
#include "common/matrix.cuh"

__global__ void largest_of_rows(weft::MatrixView<const float> matrix, unsigned* places) {
  for (std::size_t row = blockIdx.x * blockDim.x + threadIdx.x; row < matrix.rows(); row += gridDim.x * blockDim.x) {
    float largest = 0.0f;
    auto place = static_cast<unsigned>(matrix.columns());
    for (unsigned column = 0; column < matrix.columns(); ++column) {
      const float value = matrix(row, column);
      if (value != value || (place < matrix.columns() && value <= largest)) continue;
      largest = value;
      place = column;
    }
    places[row] = place;
  }
}
