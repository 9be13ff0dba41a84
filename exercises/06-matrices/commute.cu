// Exercise "Do two matrices commute?": up to rounding in float.
#include <vector>

#include "06-matrices/commute.hpp"
#include "common/matrix.cuh"

// Adds to *differences how many elements of ab and ba differ by more than rounding explains.
// Launched with a grid that covers a and b, which are square and of one size; x runs along the columns.
__global__ void count_differences(weft::MatrixView<const float> a, weft::MatrixView<const float> b, unsigned* differences) {
  // your code begins
  // your code ends
}

// Whether a and b are square, of one size, and commute.
bool commute(const weft::Matrix<float>& a, const weft::Matrix<float>& b) {
  bool do_commute = false;
  // your code begins
  // your code ends
  return do_commute;
}
