// Exercise "A count within given bounds": how many elements of a matrix are above a limit.
#include "22-finding-time/count-above.hpp"

#include <algorithm>
#include <cstddef>

#include "common/check.cuh"

// Correct, but slow: what does observe() say?
__global__ void count_by_rows(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (unsigned column = 0; column < columns; ++column)
    if (values[std::size_t{row} * columns + column] > limit) atomicAdd(count, 1u);
}

void count_slowly(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count) {
  count_by_rows<<<(rows + 127) / 128, 128>>>(values, rows, columns, limit, count);
  weft::check(cudaGetLastError());
}

// your code begins
// your code ends

// Adds the number of elements greater than `limit` to *count. All pointers are in device memory; there may be no element.
void count_above(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count) {
  // your code begins
  // your code ends
}
