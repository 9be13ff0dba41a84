// Exercise "A blur up to the border": a blur that stops at the edge of the picture.
#include "08-constant-and-texture-memory/frame.hpp"
#include "common/matrix.cuh"

// Each pixel of `result` is the average of those pixels of `picture` that lie within `radius` rows and columns of it,
// rounded to the nearest integer, halves upwards. The grid has a thread for each pixel, and perhaps more.
__global__ void blur(weft::MatrixView<const unsigned char> picture, int radius, weft::MatrixView<unsigned char> result) {
  // your code begins
  const int rows = static_cast<int>(picture.rows()), columns = static_cast<int>(picture.columns());
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows || column >= columns) return;
  unsigned sum = 0, count = 0;
  for (int r = max(row - radius, 0); r <= min(row + radius, rows - 1); ++r)
    for (int c = max(column - radius, 0); c <= min(column + radius, columns - 1); ++c) {
      sum += picture(r, c);
      ++count;
    }
  result(row, column) = static_cast<unsigned char>((sum + count / 2) / count);
  // your code ends
}
