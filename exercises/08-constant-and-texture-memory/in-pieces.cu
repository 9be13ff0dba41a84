// Exercise "A dot product with a vector in constant memory": a dot product, piece by piece.
#include <algorithm>
#include <vector>

#include "08-constant-and-texture-memory/in-pieces.hpp"
#include "common/buffer.cuh"
#include "common/timer.cuh"

__constant__ float second[piece];

// Adds to *sum the products of all elements of `first` with as many of `second`.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
__global__ void add_products(weft::View<const float> first, double* sum) {
  // your code begins
  // your code ends
}

// The dot product of two vectors of the same length.
Dot dot_in_pieces(const std::vector<float>& a, const std::vector<float>& b) {
  Dot dot{0, 0};
  // your code begins
  // your code ends
  return dot;
}
