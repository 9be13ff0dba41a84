// Exercise "Relative error of fast functions": element by element, for any function.
#include "05-vectors/relative-error.hpp"
#include "common/view.cuh"

#include <cmath>

// errors[i] is the error of F::fast(x[i]), a float, relative to F::exact(x[i]), a double. It is 0 if both are equal or both are
// NaN, and infinite if it cannot be computed.
template <class F>
__global__ void relative_errors(weft::View<const float> x, weft::View<double> errors) {
  // your code begins
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < x.size(); i += threads) {
    const double fast = F::fast(x[i]);
    const double exact = F::exact(x[i]);
    const bool same = fast == exact || (isnan(fast) && isnan(exact));
    const double error = fabs(fast - exact) / fabs(exact);
    errors[i] = same ? 0.0 : isnan(error) ? INFINITY : error;
  }
  // your code ends
}
