// Exercise "Small linear systems in registers": small systems of equations, a kernel for each type and size, and their dispatcher.
#include <cmath>
#include <cstddef>

#include "20-building/systems-in-registers.hpp"

// Solves `count` systems of N equations each. Element (row, column) of the matrix of system s is a[(row * N + column) * count + s],
// element `row` of its right-hand side is b[row * count + s], and of its solution x[row * count + s]. x may be b. In each column the
// pivot is the number of largest magnitude, among the rows that have not been the pivot row yet. If it is 0, all of the system's
// solution is NaN.
template <class T, int N>
__global__ void solve(const T* a, const T* b, T* x, std::size_t count) {
  // your code begins
  // your code ends
}

// your code begins
// your code ends

// Solves systems of n equations, whose numbers have this type and are in device memory. True if the kernel was launched; false, and
// nothing launched, for a type or an n for which there is no instance, which is any n except 1 to `largest`.
bool solved(Type type, int n, const void* a, const void* b, void* x, std::size_t count) {
  bool found = false;
  // your code begins
  // your code ends
  return found;
}
