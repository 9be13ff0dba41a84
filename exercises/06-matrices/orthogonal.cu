// Exercise "Is a matrix orthogonal?": without memory for its transpose.
#include <vector>

#include "06-matrices/orthogonal.hpp"
#include "common/matrix.cuh"

// Adds to *misses how many elements of the transpose of q times q are further than `tolerance` from the identity's.
// Launched with a grid that covers q; x runs along the columns.
__global__ void count_misses(weft::MatrixView<const float> q, double tolerance, unsigned* misses) {
  // your code begins
  // your code ends
}

// Whether q is square, and the transpose of q times q everywhere within `tolerance` of the identity.
bool is_orthogonal(const weft::Matrix<float>& q, double tolerance) {
  bool orthogonal = false;
  // your code begins
  // your code ends
  return orthogonal;
}
