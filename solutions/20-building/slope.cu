// Exercise "The slope of a polynomial, on host and device": a template over type and degree, for the host, for the device and for the compiler itself.
#include "20-building/slope.hpp"

// The derivative of c[0] + c[1] x + … + c[Degree] x^Degree at x, computed entirely in T.
template <class T, int Degree>
__host__ __device__ constexpr T slope(const T (&c)[Degree + 1], T x) {
  T sum = 0;
  // your code begins
  for (int k = Degree; k > 0; --k) sum = sum * x + static_cast<T>(k) * c[k];
  // your code ends
  return sum;
}
