// Chapter 15, exercise "A ring": tridiagonal systems whose ends are neighbours.
#include "common/tridiagonal.cuh"

// Solves systems in which a(0) binds x(0) to x(n-1), and c(n-1) binds x(n-1) to x(0). Interleaved layout, a thread a system;
// n is 2 or more. `room` has place for 2 n numbers of each system.
__global__ void solve_periodic(weft::Systems<double> of, double* room) {
  // your code begins
  // your code ends
}
