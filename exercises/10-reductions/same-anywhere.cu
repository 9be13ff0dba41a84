// Exercise "A reduction with the same bits on any grid": a reduction whose bits do not depend on the launch.
#include "10-reductions/same-anywhere.hpp"
#include "common/reduce.cuh"

// Stores in *result the reduction of all elements by `op`, in an order that depends only on their number and on `pieces`. `values`
// has space for `pieces` values; *tickets is 0 before and after. Each block of 256 threads takes one ticket.
template <class T, class Op>
__global__ void reduce_pieces(weft::View<const T> x, Op op, unsigned pieces, T* values, unsigned* tickets, T* result) {
  // your code begins
  // your code ends
}
