// Chapter 10, exercise "The largest of each row": a warp for each row.
#include "common/matrix.cuh"
#include "common/reduce.cuh"

// your code begins
// your code ends

// places[row] is the column of the largest value in that row, the smallest of them if there are several; the number of
// columns, if there is no value but NaN. A warp takes a row at a time. Blocks have a multiple of 32 threads.
__global__ void largest_of_rows(weft::MatrixView<const float> matrix, unsigned* places) {
  // your code begins
  // your code ends
}
