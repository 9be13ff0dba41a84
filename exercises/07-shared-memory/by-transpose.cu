// Exercise "A product with a transpose": rows times rows, with both factors fetched along their rows.
#include "07-shared-memory/by-transpose.hpp"
#include "common/matrix.cuh"

constexpr unsigned side = 32;

// c = a b': element (i, j) of c is the dot product of row i of a and row j of b. For blocks of 32 by 32 threads, block (x, y) for
// columns 32 x to 32 x + 31 and rows 32 y to 32 y + 31 of c. All shapes are allowed, also those that 32 does not divide.
__global__ void multiply_by_transpose(weft::MatrixView<const float> a, weft::MatrixView<const float> b, weft::MatrixView<float> c) {
  // your code begins
  // your code ends
}

// c = a b'. The three must fit together: a is m × k, b is n × k, c is m × n.
void by_transpose(weft::MatrixView<const float> a, weft::MatrixView<const float> b, weft::MatrixView<float> c) {
  if (c.size() == 0) return;
  const auto tiles = [](std::size_t n) { return static_cast<unsigned>((n + side - 1) / side); };
  multiply_by_transpose<<<dim3(tiles(c.columns()), tiles(c.rows())), dim3(side, side)>>>(a, b, c);
  weft::check(cudaGetLastError());
}
