// Exercise "Relative error of fast functions": element by element, for any function.
#include "05-vectors/relative-error.hpp"
#include "common/view.cuh"

#include <cmath>

// errors[i] is the error of F::fast(x[i]), a float, relative to F::exact(x[i]), a double. It is 0 if both are equal or both are
// NaN, and infinite if it cannot be computed.
template <class F>
__global__ void relative_errors(weft::View<const float> x, weft::View<double> errors) {
  // your code begins
  // your code ends
}
