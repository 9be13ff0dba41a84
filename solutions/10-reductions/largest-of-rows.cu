// Exercise "The column of the largest value in each row, by one warp": one warp per row.
#include "10-reductions/largest-of-rows.hpp"
#include "common/matrix.cuh"
#include "common/reduce.cuh"

// your code begins
struct At {
  float value;
  unsigned column;
};
struct Larger {
  using Value = At;
  unsigned columns;
  __device__ At identity() const { return {-INFINITY, columns}; }
  __device__ At operator()(const At& a, const At& b) const {
    const bool wins = b.value > a.value || (b.value == a.value && b.column < a.column);
    return wins ? b : a;
  }
};
// your code ends

// places[row] is the column of the largest value in that row, the smallest such column if there are several; the number of
// columns if there is no value except NaN. A warp takes one row at a time. Blocks have a multiple of 32 threads.
__global__ void largest_of_rows(weft::MatrixView<const float> matrix, unsigned* places) {
  // your code begins
  const unsigned lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
  const unsigned first = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const Larger larger{static_cast<unsigned>(matrix.columns())};
  for (std::size_t row = first; row < matrix.rows(); row += warps) {
    At mine = larger.identity();
    for (unsigned column = lane; column < matrix.columns(); column += 32)
      mine = larger(mine, {matrix(row, column), column});
    mine = weft::join_warp(mine, larger);
    if (lane == 0) places[row] = mine.column;
  }
  // your code ends
}
