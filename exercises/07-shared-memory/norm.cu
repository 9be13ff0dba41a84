// Exercise "Euclidean norm of a vector": a root of a sum of squares, none of which may overflow or vanish.
#include <cmath>
#include <vector>

#include "07-shared-memory/norm.hpp"
#include "common/buffer.cuh"

constexpr unsigned block_size = 256;

// The square root of the sum of the squares of all elements, for float and double. It is right whenever the result itself is a
// number of type T; no intermediate result may overflow, or be lost because it is too small. 0 of nothing; NaN if any
// element is NaN, otherwise infinity if any is infinite.
template <class T>
T norm(weft::View<const T> x);

// your code begins
// your code ends

template <class T>
T norm(weft::View<const T> x) {
  T result = 0;
  // your code begins
  // your code ends
  return result;
}
