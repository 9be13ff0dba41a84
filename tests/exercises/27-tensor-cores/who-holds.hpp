// Exercise "Who holds it": what its test calls.
#pragma once

// Where an element is: in register `in_register` of lane `lane`, in its upper half if `upper` is 1.
struct Holder {
  unsigned lane, in_register, upper;
};

Holder holder_of_a(unsigned row, unsigned column);
Holder holder_of_b(unsigned row, unsigned column);
Holder holder_of_c(unsigned row, unsigned column);
