// Exercise "The American put": an option to sell that may be exercised on any day.
#include "15-tridiagonal-systems/american.hpp"
#include "common/tridiagonal.cuh"

// Solves A x >= d and x >= floor, one of them with equality in every row: x = floor up to some row, A x = d after it. Outside
// the diagonal, A has no number above 0. Interleaved layout, one thread per system; `room` has space for n numbers per system.
__global__ void solve_above(weft::Systems<double> of, const double* floor, double* room) {
  // your code begins
  // your code ends
}

// The rows of one time step for every put, interleaved: `step` of its years long, with the part `implicit` of it from the new values.
// `now` holds the values before the step. At point 0 the put is worth its payoff, at point n nothing.
__global__ void write_step(const Put* puts, std::size_t count, std::size_t n, double step, double implicit,
                           const double* now, double* a, double* b, double* c, double* d) {
  // your code begins
  // your code ends
}

// Today's values, computed with n points and `steps` steps, the first two of which are four of half the length, fully implicit.
std::vector<double> american_puts(const std::vector<Put>& puts, std::size_t n, unsigned steps) {
  std::vector<double> today(puts.size());
  // your code begins
  // your code ends
  return today;
}
