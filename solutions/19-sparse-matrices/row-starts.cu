// Exercise "From COO to CSR": where each row starts, by binary search.
#include "19-sparse-matrices/row-starts.hpp"

#include <cstddef>

// Writes the rows + 1 starts of a matrix in CSR, whose nonzeros are sorted by row. row[k] is the row of nonzero k. For any grid. Rows
// may be empty.
__global__ void row_starts(const unsigned* row, unsigned nonzeros, unsigned rows, unsigned* start) {
  // your code begins
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t r = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; r <= rows; r += all) {
    unsigned low = 0, high = nonzeros;
    while (low < high) {
      const unsigned middle = low + (high - low) / 2;
      if (row[middle] < r) low = middle + 1;
      else high = middle;
    }
    start[r] = low;
  }
  // your code ends
}
