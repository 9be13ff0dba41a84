// Exercise "Who holds it": the fragments of m16n8k16.
#include "27-tensor-cores/who-holds.hpp"

// A is 16 × 16, with two elements of 16 bits in each of a lane's four registers.
Holder holder_of_a(unsigned row, unsigned column) {
  Holder found{0, 0, 0};
  // your code begins
  // your code ends
  return found;
}

// B is 16 × 8, with two elements in each of two registers. `row` is along k.
Holder holder_of_b(unsigned row, unsigned column) {
  Holder found{0, 0, 0};
  // your code begins
  // your code ends
  return found;
}

// C is 16 × 8, with one element of 32 bits in each of four registers: `upper` is 0.
Holder holder_of_c(unsigned row, unsigned column) {
  Holder found{0, 0, 0};
  // your code begins
  // your code ends
  return found;
}
