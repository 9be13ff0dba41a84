// Exercise "From COO to CSR": where each row starts, by binary search.
#include "19-sparse-matrices/row-starts.hpp"

#include <cstddef>

// Writes the rows + 1 starts of a matrix in CSR, whose nonzeros are sorted by row. row[k] is the row of nonzero k. For any grid. Rows
// may be empty.
__global__ void row_starts(const unsigned* row, unsigned nonzeros, unsigned rows, unsigned* start) {
  // your code begins
  // your code ends
}
