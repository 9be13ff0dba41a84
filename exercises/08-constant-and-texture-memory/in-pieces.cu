// Exercise "A vector in constant memory": a dot product, piece by piece.
#include <algorithm>
#include <vector>

#include "common/buffer.cuh"
#include "common/timer.cuh"

constexpr std::size_t piece = 16'000;  // elements of the second vector that lie in constant memory at a time
__constant__ float second[piece];

struct Dot {
  double value;
  double seconds;  // that the kernels took, all pieces together
};

// Adds to *sum the products of all elements of `first` with as many of `second`.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
__global__ void add_products(weft::View<const float> first, double* sum) {
  // your code begins
  // your code ends
}

// The dot product of two vectors of the same length.
inline Dot dot_in_pieces(const std::vector<float>& a, const std::vector<float>& b) {
  Dot dot{0, 0};
  // your code begins
  // your code ends
  return dot;
}
