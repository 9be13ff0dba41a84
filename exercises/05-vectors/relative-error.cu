// Chapter 5, exercise "How far off?": the relative error of a function, element by element.
#include "common/view.cuh"

#include <cmath>

// errors[i] becomes the error of F::fast(x[i]), a float, relative to F::exact(x[i]), a double. It is 0 where both are the same, or
// both NaN, and infinite where it cannot be computed.
template <class F>
__global__ void relative_errors(weft::View<const float> x, weft::View<double> errors) {
  // your code begins
  // your code ends
}
