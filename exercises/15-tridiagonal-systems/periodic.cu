// Exercise "Periodic tridiagonal systems": tridiagonal systems whose ends are neighbours.
#include "15-tridiagonal-systems/periodic.hpp"
#include "common/tridiagonal.cuh"

// Solves systems in which a(0) connects x(0) with x(n-1), and c(n-1) connects x(n-1) with x(0). Interleaved layout, one thread per
// system; n is 2 or more. `room` has space for 2 n numbers per system.
__global__ void solve_periodic(weft::Systems<double> of, double* room) {
  // your code begins
  // your code ends
}
