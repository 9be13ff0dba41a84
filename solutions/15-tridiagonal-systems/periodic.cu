// Exercise "Periodic tridiagonal systems": tridiagonal systems whose ends are neighbours.
#include "15-tridiagonal-systems/periodic.hpp"
#include "common/tridiagonal.cuh"

// Solves systems in which a(0) connects x(0) with x(n-1), and c(n-1) connects x(n-1) with x(0). Interleaved layout, one thread per
// system; n is 2 or more. `room` has space for 2 n numbers per system.
__global__ void solve_periodic(weft::Systems<double> of, double* room) {
  // your code begins
  const std::size_t s = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (s >= of.count) return;
  const auto at = [&](std::size_t i) { return i * of.count + s; };
  double *const share = room, *const c_left = room + of.count * of.n;  // x = (x if last is 0) + share * last
  const std::size_t last = of.n - 1;
  double c = 0, x = 0, z = 0;
  for (std::size_t i = 0; i < last; ++i) {
    const double first_a = i == 0 ? of.a[at(0)] : 0, last_c = i + 1 == last ? of.c[at(i)] : 0;
    const double a = of.a[at(i)], r = 1 / (of.b[at(i)] - a * c);
    c = of.c[at(i)] * r;
    x = (of.d[at(i)] - a * x) * r;
    z = (-(first_a + last_c) - a * z) * r;
    of.x[at(i)] = x;
    share[at(i)] = z;
    c_left[at(i)] = c;
  }
  for (std::size_t i = last; i-- > 0;) {
    if (i + 1 < last) {
      x = of.x[at(i)] - c_left[at(i)] * x;
      z = share[at(i)] - c_left[at(i)] * z;
    }
    of.x[at(i)] = x;
    share[at(i)] = z;
  }
  const double a = of.a[at(last)], b = of.b[at(last)];
  c = of.c[at(last)];
  const double y = (of.d[at(last)] - a * of.x[at(last - 1)] - c * x) / (b + a * share[at(last - 1)] + c * z);
  of.x[at(last)] = y;
  for (std::size_t i = 0; i < last; ++i) of.x[at(i)] += share[at(i)] * y;
  // your code ends
}
