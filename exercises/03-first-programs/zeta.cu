// Exercise "Riemann's zeta function in parallel": sums of inverse powers.
#include <cmath>
#include <stdexcept>

#include "03-first-programs/zeta.hpp"
#include "common/buffer.cuh"

// The threads of the grid share the first n terms among them. Each writes its sum to partial[its number].
__global__ void add_powers(double s, long long n, weft::View<double> partial) {
  // your code begins
  // your code ends
}

// The first n terms of the sum, n >= 1, added by a kernel. Throws std::domain_error unless s > 1.
double zeta(double s, long long n) {
  double sum = NAN;
  // your code begins
  // your code ends
  return sum;
}

// The same, with an estimate of all the missing terms.
double zeta_with_tail(double s, long long n) {
  double sum = NAN;
  // your code begins
  // your code ends
  return sum;
}
