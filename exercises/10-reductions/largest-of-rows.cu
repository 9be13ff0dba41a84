// Exercise "The column of the largest value in each row, by one warp": one warp per row.
#include "10-reductions/largest-of-rows.hpp"
#include "common/matrix.cuh"
#include "common/reduce.cuh"

// your code begins
// your code ends

// places[row] is the column of the largest value in that row, the smallest such column if there are several; the number of
// columns if there is no value except NaN. A warp takes one row at a time. Blocks have a multiple of 32 threads.
__global__ void largest_of_rows(weft::MatrixView<const float> matrix, unsigned* places) {
  // your code begins
  // your code ends
}
